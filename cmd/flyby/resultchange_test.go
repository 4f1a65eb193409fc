package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"flyby/trajectory/format"
)

// TestChangedResult: a file of results that changes while it is read is an error, whether its rows are read to the end or one of
// them is wrong.
func TestChangedResult(t *testing.T) {
	for name, text := range map[string]string{"good.csv": "a,b\n1,2\n3,4\n", "bad.csv": "a,b\n1,2\n3\n", "good.ndjson": "{\"a\":1}\n{\"a\":2}\n"} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		var last error
		for _, err := range resultRows(context.Background(), path, []string{"a"}) {
			if last = err; err != nil {
				break
			}
			if err := os.Chtimes(path, time.Unix(1, 0), time.Unix(1, 0)); err != nil {
				t.Fatal(err)
			}
		}
		if !errors.Is(last, format.ErrChanged) {
			t.Errorf("%s: %v", name, last)
		}
	}
}
