package runtree_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/sequitur-go/sequitur/traceformat/format"
	"github.com/sequitur-go/sequitur/traceformat/formattest"
	"github.com/sequitur-go/sequitur/traceformat/runtree"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	for file, reader := range map[string]format.Format{
		"langsmith_runs.SYNTHETIC.jsonl":                  runtree.LangSmith(),
		"langfuse_trace.microsoft_agent.json":             runtree.Langfuse(),
		"openinference.openai_agents.langfuse_trace.json": runtree.Langfuse(),
		"vercel_ai_sdk.langfuse_trace.json":               runtree.Langfuse(),
	} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			formattest.Golden(t, reader, filepath.Join("testdata", file))
		})
	}
}

func FuzzLangSmith(f *testing.F) { fuzz(f, runtree.LangSmith(), "testdata/langsmith*.jsonl") }

func FuzzLangfuse(f *testing.F) { fuzz(f, runtree.Langfuse(), "testdata/*trace*.json") }

func fuzz(f *testing.F, reader format.Format, pattern string) {
	f.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		f.Fatal(files, err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) { formattest.Robust(t, reader, data) })
}
