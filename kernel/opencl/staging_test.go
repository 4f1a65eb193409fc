package opencl

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"flyby/kernel/cl"
)

// TestStagingSends wants what passes through pinned memory, or by it, to arrive one
// after another, in commands of any size.
func TestStagingSends(t *testing.T) {
	random := rand.NewChaCha8([32]byte{7})
	of := func(n int) []byte {
		d := make([]byte, n)
		random.Read(d)
		return d
	}
	for name, data := range map[string][][]byte{
		"few":       {of(5), nil, of(7)},
		"columns":   {of(leastSent), of(leastSent - 1), of(3), of(leastSent + 1), nil},
		"large":     {of(2*mostSent + 3), of(1), of(mostSent), nil},
		"last":      {nil, of(mostSent + leastSent - 1)},
		"in pieces": {of(mostSent - 1), of(mostSent + 1), of(9)},
	} {
		want := bytes.Join(data, nil)
		onEach(t, Options{}, func(t *testing.T, d *Driver) {
			for _, room := range []int{len(want), mostStaged + 1} {
				var s staging
				s.reserve(d.pool, room)
				if by := s.block != nil; by != (room == len(want)) {
					t.Fatalf("%s: staged: %v", name, by)
				}
				b, err := d.context.CreateBuffer("test", cl.ReadWrite, len(want))
				must(t, err)
				must(t, s.send(d.stream, b, data...))
				got := make([]byte, len(want))
				must(t, read(d.stream, b, 0, got))
				must(t, d.stream.finish())
				if !bytes.Equal(got, want) {
					t.Errorf("%s: other bytes arrive", name)
				}
				must(t, b.Release())
				s.drop()
			}
		})
	}
}

// TestCopyWide copies stretches of every kind of length.
func TestCopyWide(t *testing.T) {
	src := make([]byte, 5*copiedAlone+1)
	rand.NewChaCha8([32]byte{8}).Read(src)
	for _, n := range []int{0, 1, copiedAlone, 4*copiedAlone + 1, len(src)} {
		dst := make([]byte, n)
		copyWide(dst, src)
		if !bytes.Equal(dst, src[:n]) {
			t.Errorf("%d bytes: others", n)
		}
	}
}
