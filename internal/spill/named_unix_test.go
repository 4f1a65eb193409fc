//go:build !windows

package spill

import (
	"os"
	"testing"
)

// TestNoName: a folder is empty while its files are open.
func TestNoName(t *testing.T) {
	f := opened(t, 0)
	if _, err := created(t, f).Write([]byte("something")); err != nil {
		t.Fatal(err)
	}
	named, err := openNamed(f.Path())
	if err != nil {
		t.Fatal(err)
	}
	defer named.Close()
	left, err := os.ReadDir(f.Path())
	if err != nil || len(left) > 0 {
		t.Errorf("%v, %v", left, err)
	}
}
