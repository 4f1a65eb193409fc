//go:build long

package spool

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"

	"flyby/internal/memory"
)

// TestCatalogue: a million objects that all exist from the first time to the last take 76 MB
// while they are read, and slabs are cut by ranges of objects where no edge of time makes them
// fit.
func TestCatalogue(t *testing.T) {
	const objects, bytesAll = 1_000_000, 76 << 20
	var b bytes.Buffer
	b.WriteString("id,t,x,y,z\n")
	for object := range objects {
		fmt.Fprintf(&b, "%d,0,%d,2,3\n%d,100,4,5,6\n", object, object, object)
	}
	if _, err := spooled(t, b.Bytes(), Options{Memory: bytesAll / 2}); !errors.Is(err, memory.ErrNoRoom) {
		t.Fatalf("in half: %v", err)
	}
	s, err := spooled(t, b.Bytes(), Options{Memory: bytesAll})
	if err != nil || s.Whole().Segments != objects {
		t.Fatalf("%v, %v", s, err)
	}
	if _, err := Cut(8<<20, s); !errors.Is(err, memory.ErrNoRoom) {
		t.Fatalf("edges: %v", err)
	}
	ranges, err := s.Ranges(8 << 20)
	if err != nil {
		t.Fatal(err)
	}
	segments := 0
	for _, r := range ranges {
		for b, err := range s.Slabs(context.Background(), r) {
			if err != nil {
				t.Fatal(err)
			}
			segments += b.Store.Segments()
		}
	}
	if segments != objects {
		t.Errorf("%d segments in %d ranges", segments, len(ranges))
	}
}
