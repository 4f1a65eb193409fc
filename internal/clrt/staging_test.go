package clrt

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/cl"
)

// sent returns the data that arrive.
func sent(t *testing.T, d *Device, s *Staging, data [][]byte) []byte {
	t.Helper()
	got := bytes.Join(data, nil)
	b, err := d.Context.CreateBuffer("test", cl.ReadWrite, len(got))
	must(t, err)
	must(t, s.Send(d.Queues, b, d.Pool, data...))
	clear(got)
	must(t, Read(d.Queues, b, 0, got))
	must(t, d.Queues.Finish())
	must(t, b.Release())
	return got
}

// TestStagingSends: data that pass through pinned memory, or beside it, arrive one
// after another, in commands of any size.
func TestStagingSends(t *testing.T) {
	random := rand.NewChaCha8([32]byte{7})
	of := func(n int) []byte {
		d := make([]byte, n)
		random.Read(d)
		return d
	}
	for name, data := range map[string][][]byte{
		"few":      {of(5), nil, of(7)},
		"columns":  {of(leastSent), of(leastSent - 1), of(3), of(leastSent + 1), nil},
		"large":    {of(2*mostSent + 3), of(1), of(mostSent), nil},
		"last":     {nil, of(mostSent + leastSent - 1)},
		"in parts": {of(mostSent - 1), of(mostSent + 1), of(9)},
	} {
		want := bytes.Join(data, nil)
		onEachDevice(t, "", func(t *testing.T, d *Device) {
			for _, most := range []int{0, mostBlocks} {
				var s Staging
				d.Pool.most = most
				got := sent(t, d, &s, data)
				if by := s.Block != nil; by != (most > 0) || !bytes.Equal(got, want) {
					t.Errorf("%s: other bytes arrive; staged: %v", name, by)
				}
				s.Drop()
			}
		})
	}
}

// TestStagingSendsPinned: data in lent memory arrive from there, in one transfer where
// they adjoin, and data beside it arrive as usual.
func TestStagingSendsPinned(t *testing.T) {
	onEachDevice(t, "", func(t *testing.T, d *Device) {
		const n = 1 << 16
		b, err := d.Pool.Lend(8 * 3 * n)
		must(t, err)
		floats := cl.View[float64](b.Bytes[:8*3*n])
		for i := range floats {
			floats[i] = float64(i)
		}
		pinned := func(first, last int) []byte { return cl.Bytes(floats[first:last]) }
		data := [][]byte{pinned(0, n), pinned(n, 2*n), []byte("beside"), pinned(2*n+1, 3*n), pinned(0, 5), nil, []byte("last")}
		var lengths []int
		for _, s := range d.Pool.transfers(data) {
			lengths = append(lengths, len(s.bytes))
		}
		if want := []int{16 * n, 6, 8 * (n - 1), 40, 4}; !slices.Equal(lengths, want) {
			t.Errorf("transfers of %v bytes, want %v", lengths, want)
		}
		var s Staging
		if got := sent(t, d, &s, data); !bytes.Equal(got, bytes.Join(data, nil)) {
			t.Error("other bytes arrive")
		}
		if len(s.Bytes) != LeastBlock {
			t.Errorf("%d bytes for what is not pinned", len(s.Bytes))
		}
		s.Drop()
		lent := cl.Bytes(floats)
		if b.TakeBack(); d.Pool.Holder(lent) != nil {
			t.Error("held after the release")
		}
	})
}

// TestCopyWide: transfers of all kinds of lengths are copied.
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
