package toolbench_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/sequitur-go/sequitur/traceformat/formattest"
	"github.com/sequitur-go/sequitur/traceformat/toolbench"
)

// samples are the recordings that the golden files sum up.
var samples = []string{"toolbench_answer.json", "chain.SYNTHETIC.json"}

func TestGolden(t *testing.T) {
	t.Parallel()
	for _, file := range samples {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			formattest.Golden(t, toolbench.Format(), filepath.Join("testdata", file))
		})
	}
}

func FuzzRead(f *testing.F) {
	for _, file := range samples {
		data, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) { formattest.Robust(t, toolbench.Format(), data) })
}
