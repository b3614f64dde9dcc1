package main

import (
	"bytes"
	"testing"
)

func TestRun(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := run(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	const want = "GET: 200 OK\nPOST: 500 Internal Server Error\nthe server saw 2 GET and 1 POST\n"
	if out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}
