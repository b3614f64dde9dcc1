package traceformat

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

// maxWindow bounds what a zstd stream may ask for.
const maxWindow = 64 << 20

// decompress unpacks gzip and zstd, recognised by their first bytes.
func decompress(r io.Reader) (io.Reader, []io.Closer, error) {
	in := bufio.NewReaderSize(r, 64<<10)
	magic, err := in.Peek(4)
	switch {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, nil, fmt.Errorf("gzip: %w", err)
		}
		return z, []io.Closer{z}, nil
	case bytes.HasPrefix(magic, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		z, err := zstd.NewReader(in, zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderConcurrency(1))
		if err != nil {
			return nil, nil, fmt.Errorf("zstd: %w", err)
		}
		return z, []io.Closer{z.IOReadCloser()}, nil
	case err != nil && len(magic) == 0 && !errors.Is(err, io.EOF):
		return nil, nil, err
	}
	return in, nil, nil
}
