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
		const want = "order_blind: executed 1×: Error: order_blind timed out. It may have taken effect all the same. " +
			"Check whether it did, before repeating it.\n" +
			"order_verified: executed 1×: order_verified is done: its answer was lost, and a check with find_order " +
			"shows that it took effect.\n" +
			"order_keyed: executed 1×: {\"ordered\":\"ref-order_keyed\"}\n"
		if out.String() != want {
			t.Errorf("got %s\nwant %s", out.String(), want)
		}
	})
}
