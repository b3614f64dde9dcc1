package main

import (
	"bytes"
	"strings"
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
		const want = "book_seat was refused: the present state does not allow it. See what the present state is, then decide.\n" +
			`{"status":"failed","fault":"conflict","retryable":false,"effect":"none",`
		if !strings.HasPrefix(out.String(), want) {
			t.Errorf("got %s\nwant it to begin with %s", out.String(), want)
		}
	})
}
