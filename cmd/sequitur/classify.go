package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/sequitur-go/sequitur/feedback"
)

// maxPayload bounds one payload that is read.
const maxPayload = 64 << 20

// classifyFlags are the flags of "classify".
type classifyFlags struct {
	jsonl, score           bool
	format, policy, minRaw string
	language               string
	min                    float64 // what minRaw says
}

func newClassifyCommand() *cobra.Command {
	var flags classifyFlags
	cmd := &cobra.Command{
		Use:   "classify [FILE]",
		Short: "Say what a failure is, what to do about it, and what the model should read",
		Long: `Classify one payload: text, JSON, or a whole HTTP response with its status line
and header. Without FILE, or with -, it is read from standard input.

With --jsonl every line is an object with id, channel (mcp_result, mcp_error, http,
grpc, exception, stdout or model_context_text), tool, args, http_status, headers and
payload, and the answer is one object a line. A broken line is told and skipped; the
exit code is then 1.

With --score the lines also carry a label, and the figures are printed instead:
strict lines (not ambiguous, and not reconstructed) and all lines apart.`,
		Example: `  sequitur classify error.txt
  curl -si https://api.example.com/orders/7 | sequitur classify
  sequitur classify --policy policy.yaml --lang zh error.json
  sequitur classify --jsonl failures.jsonl
  sequitur classify --jsonl --score --min-kind 97% labelled.jsonl`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return classify(cmd, args, flags) },
	}
	f := cmd.Flags()
	f.BoolVar(&flags.jsonl, "jsonl", false, "read one object a line")
	f.BoolVar(&flags.score, "score", false, "hold the answers against the lines' labels; needs --jsonl")
	f.StringVar(&flags.format, "format", "", "text or json (default: json for --jsonl, else text)")
	f.StringVar(&flags.policy, "policy", "", "policy file with tools, rules and plans")
	f.StringVar(&flags.language, "lang", "", "language of the messages: en or zh (default: the policy file's, else en)")
	f.StringVar(&flags.minRaw, "min-kind", "", "least share of strict lines with the right kind, such as 97% or 0.97; needs --score")
	return cmd
}

func classify(cmd *cobra.Command, args []string, flags classifyFlags) error {
	if err := flags.check(); err != nil {
		return err
	}
	engine, err := newEngine(flags.policy, flags.language)
	if err != nil {
		return err
	}
	input, name, err := openInput(cmd.Context(), cmd.InOrStdin(), args)
	if err != nil {
		return err
	}
	defer input.Close() //nolint:errcheck // it was only read
	if flags.jsonl {
		return classifyLines(cmd, engine, input, name, flags)
	}
	text, err := readPayload(input, name)
	if err != nil {
		return err
	}
	answer, _ := engine.answer(payloadCase(text))
	if flags.format == formatJSON {
		return writeJSON(cmd.OutOrStdout(), answer)
	}
	_, err = io.WriteString(cmd.OutOrStdout(), answer.text())
	return err
}

// The formats.
const (
	formatText = "text"
	formatJSON = "json"
)

// check refuses flags that are wrong, alone or together.
func (f *classifyFlags) check() error {
	switch f.format {
	case "", formatText, formatJSON:
	default:
		return badUsage(fmt.Errorf("--format must be text or json, got %q", f.format), "")
	}
	if f.language != "" {
		var l feedback.Language
		if err := l.UnmarshalText([]byte(f.language)); err != nil {
			return badUsage(fmt.Errorf("--lang: %w", err), "")
		}
	}
	if f.score && !f.jsonl {
		return badUsage(errors.New("--score needs --jsonl"), "labels stand beside the payload of each line")
	}
	if f.minRaw == "" {
		return nil
	}
	if !f.score {
		return badUsage(errors.New("--min-kind needs --score"), "it is a threshold on the score")
	}
	share, err := parseShare(f.minRaw)
	if err != nil {
		return badUsage(fmt.Errorf("--min-kind: %w", err), "for instance 97% or 0.97")
	}
	f.min = share
	return nil
}

// openInput opens the file of the command line, or standard input.
func openInput(ctx context.Context, stdin io.Reader, args []string) (io.ReadCloser, string, error) {
	if len(args) == 0 || args[0] == "-" {
		if file, ok := stdin.(*os.File); ok && len(args) == 0 && isCharDevice(file) {
			return nil, "", badUsage(errors.New("there is nothing to classify"), "give a FILE, or pipe the payload in")
		}
		return untilDone(ctx, stdin), "standard input", nil
	}
	file, err := os.Open(args[0])
	if err != nil {
		return nil, "", badUsage(err, "give a file that can be read, or - for standard input")
	}
	info, err := file.Stat()
	if err == nil && info.IsDir() {
		err = fmt.Errorf("%s is a folder", args[0])
	}
	if err != nil {
		return nil, "", errors.Join(badUsage(err, "give a file that can be read, or - for standard input"), file.Close())
	}
	return file, args[0], nil
}

// untilDone reads from r until the context ends: a read from a terminal or a
// pipe cannot be called back, and must not hold up the end of the program.
func untilDone(ctx context.Context, r io.Reader) io.ReadCloser {
	out, in := io.Pipe()
	go func() {
		_, err := io.Copy(in, r)
		in.CloseWithError(err)
	}()
	context.AfterFunc(ctx, func() { in.CloseWithError(ctx.Err()) })
	return out
}

func isCharDevice(file *os.File) bool {
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// readPayload reads one payload whole.
func readPayload(r io.Reader, name string) (string, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxPayload+1))
	switch {
	case errors.Is(err, context.Canceled):
		return "", err
	case err != nil:
		return "", badUsage(fmt.Errorf("read %s: %w", name, err), "")
	case len(data) > maxPayload:
		return "", badUsage(fmt.Errorf("%s must be at most %d MB", name, maxPayload>>20), "cut it: a failure is told in its first kilobytes")
	case len(bytes.TrimSpace(data)) == 0:
		return "", badUsage(fmt.Errorf("%s is empty", name), "give the text of a failure, a JSON body, or a whole HTTP response")
	case binary(data):
		return "", badUsage(fmt.Errorf("%s must be text, and holds binary data", name), "decompress or decode it first")
	}
	return string(data), nil
}

// binary reports whether the beginning of some data is no text: it holds a NUL,
// or more than a few bytes of no encoding that is read here.
func binary(data []byte) bool {
	const look = 8 << 10
	data = data[:min(len(data), look)]
	bad := 0
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		switch {
		case r == 0:
			return true
		case r == utf8.RuneError && size == 1:
			bad++
		}
		i += size
	}
	return bad*10 > len(data)*3
}
