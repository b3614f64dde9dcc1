package inspect

import (
	"archive/zip"
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/stream"
	"github.com/sequitur-go/sequitur/trajectory"
)

// maxArchive is the longest archive that is copied to memory, where it cannot
// be read out of order.
const maxArchive = 256 << 20

// peek looks at how an input begins.
func peek(in format.Input) ([]byte, format.Input) {
	buffered := bufio.NewReaderSize(in.Reader, 64<<10)
	magic, _ := buffered.Peek(len(zipMagic)) // a short input is no archive
	in.Reader = buffered
	return magic, in
}

// readArchive yields the samples of an archive.
func readArchive(in format.Input, yield func(*trajectory.Trajectory, error) bool) {
	archive, err := open(in)
	if err != nil {
		yield(nil, fmt.Errorf("%s: %w", in.Source, err))
		return
	}
	var header log
	files := map[string]*zip.File{}
	var samples []*zip.File
	for _, f := range archive.File {
		files[f.Name] = f
		switch {
		case f.Name == "header.json" || f.Name == "_journal/start.json" && files["header.json"] == nil:
			if v, err := parse(f); err == nil {
				header = about(v)
			}
		case isSampleName(f.Name):
			samples = append(samples, f)
		}
	}
	for _, f := range samples {
		v, err := parse(f)
		if err == nil && path.Base(f.Name) == shellName {
			v, err = assemble(v, path.Dir(f.Name), archive.File)
		}
		if err != nil {
			if !yield(nil, &format.BrokenRecord{Source: in.Source + "/" + f.Name, Offset: -1, Rule: err.Error()}) {
				return
			}
			continue
		}
		if !give(in.Source+"/"+f.Name, header, stream.Record{Value: v, Offset: -1}, yield) {
			return
		}
	}
}

// shellName is the entry that holds a sample whose parts stand in entries of
// their own.
const shellName = "sample.json"

func isSampleName(name string) bool {
	rest, ok := strings.CutPrefix(name, "samples/")
	return ok && strings.HasSuffix(rest, ".json") && (!strings.Contains(rest, "/") || path.Base(rest) == shellName && strings.Count(rest, "/") == 1)
}

// open opens an archive, in memory if need be.
func open(in format.Input) (*zip.Reader, error) {
	at, size := in.At, in.Size
	if at == nil {
		data, err := io.ReadAll(io.LimitReader(in.Reader, maxArchive+1))
		if err != nil {
			return nil, err
		}
		if len(data) > maxArchive {
			return nil, fmt.Errorf("the archive is longer than %d MB: read it from a file, uncompressed", maxArchive>>20)
		}
		at, size = bytes.NewReader(data), int64(len(data))
	}
	archive, err := zip.NewReader(at, size)
	if err != nil {
		return nil, err
	}
	archive.RegisterDecompressor(zstd.ZipMethodWinZip, zstd.ZipDecompressor(zstd.WithDecoderMaxMemory(maxSample), zstd.WithDecoderConcurrency(1)))
	return archive, nil
}

var errLong = fmt.Errorf("the entry is longer than %d MB", maxSample>>20)

// parse reads one entry of an archive.
func parse(f *zip.File) (v stream.Value, err error) {
	if f.UncompressedSize64 > maxSample {
		return nil, errLong
	}
	entry, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, entry.Close()) }()
	data, err := io.ReadAll(io.LimitReader(entry, maxSample+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxSample {
		return nil, errLong
	}
	return stream.Parse(data)
}

// sequencesTable names the parts that a long sample keeps in entries of their
// own, each named by the index of its first item.
var sequencesTable = [...]string{"messages", "events", "attachments"}

// assemble puts a sample back together.
func assemble(shell stream.Value, folder string, files []*zip.File) (stream.Value, error) {
	var b bytes.Buffer
	b.Write(bytes.TrimSuffix(shell, []byte("}")))
	for _, sequence := range sequencesTable {
		b.WriteString(`,"` + sequence + `":[`)
		n := 0
		for _, chunk := range chunks(files, folder+"/"+sequence+"/") {
			v, err := parse(chunk)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", chunk.Name, err)
			}
			for element := range v.Elements() {
				if n++; n > 1 {
					b.WriteByte(',')
				}
				b.Write(element)
			}
			if b.Len() > maxSample {
				return nil, errLong
			}
		}
		b.WriteByte(']')
	}
	b.WriteByte('}')
	return stream.Parse(b.Bytes())
}

// chunks are the entries of a sequence in order.
func chunks(files []*zip.File, folder string) []*zip.File {
	type numbered struct {
		start int
		file  *zip.File
	}
	var found []numbered
	for _, f := range files {
		rest, ok := strings.CutPrefix(f.Name, folder)
		start, err := strconv.Atoi(strings.TrimSuffix(rest, ".json"))
		if ok && err == nil {
			found = append(found, numbered{start, f})
		}
	}
	slices.SortFunc(found, func(a, b numbered) int { return cmp.Compare(a.start, b.start) })
	sorted := make([]*zip.File, len(found))
	for i, f := range found {
		sorted[i] = f.file
	}
	return sorted
}
