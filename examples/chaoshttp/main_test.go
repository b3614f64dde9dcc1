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
	const want = "GET /orders: 200 OK\nGET /admin/users: 403 Forbidden\nPOST /orders: no answer\nPOST /orders: 200 OK\nPOST /orders ran 2 times\n"
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}
