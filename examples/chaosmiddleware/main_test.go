package main

import (
	"bytes"
	"testing"
	"testing/synctest"
)

func TestRun(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		if err := run(t.Context(), &out); err != nil {
			t.Fatal(err)
		}
		const want = "guarded false: the seat was booked 2 times\nguarded true: the seat was booked 1 times\n"
		if out.String() != want {
			t.Errorf("got %q, want %q", out.String(), want)
		}
	})
}
