package lss

import (
	"slices"
	"testing"

	"flyby/internal/papers/zorder"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/opencl/device"
	"flyby/internal/testing/devicetest"
	"flyby/internal/tier"
)

// printedEnd returns the paper's end of a chunk: the first interval before which there are at least as many elements as
// there is room for.
func printedEnd(s zorder.Sums, from, room uint64) uint64 {
	for _, sum := range s {
		if sum >= from+room {
			return sum
		}
	}
	return s.Total()
}

// TestChunks: for any room, chunks are as long as they can be, pairs are the same and in order, and nothing is written
// beyond the room; the paper's chunks outgrow it.
func TestChunks(t *testing.T) {
	tier.Full(t)
	s, w := cloud(t, 7, 120, 2, 0), within(t, 0.1)
	want := oracle(s, w)
	for _, room := range []int{1, 9, 64, 600, 1 << 20} {
		for _, how := range []string{"point", "element"} {
			devicetest.Each(t, cuts(room, 10), func(t *testing.T, d *device.Device) {
				x := loaded(t, d, s, pointjoin.Settings{"lss-walk": how})
				work := pointjoin.Work{Last: s.Len(), Threshold: w}
				if got := found(t, x, work); !slices.Equal(got, want) {
					t.Errorf("room %d: %d pairs, want %d", room, len(got), len(want))
				}
				checkChunks(t, x, work, uint64(room))
			})
		}
	}
}

// checkChunks checks where the chunks of a work end.
func checkChunks(t *testing.T, x *index, w pointjoin.Work, room uint64) {
	t.Helper()
	j := &join{index: x, work: w}
	if err := j.begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer j.end()
	at, outgrown := uint64(0), 0
	err := j.each(t.Context(), func(c chunk, ends bool) error {
		end := at + uint64(c.count)
		if c.from != at || uint64(c.count) > room || c.count == 0 {
			t.Errorf("a chunk of %d from %d, want one of up to %d from %d", c.count, c.from, room, at)
		}
		if next := int(c.last); ends && next < j.walkers.count && j.sums[next+1]-at <= room {
			t.Errorf("a chunk ends at %d, the interval that ends at %d has room", end, j.sums[next+1])
		}
		if !ends && uint64(c.count) != room {
			t.Errorf("a chunk of %d splits an interval", c.count)
		}
		if printedEnd(j.sums, at, room)-at > room {
			outgrown++
		}
		at = end
		return nil
	})
	if err != nil || at != j.sums.Total() {
		t.Errorf("chunks end at %d, want %d: %v", at, j.sums.Total(), err)
	}
	if room < j.sums.Total() && outgrown == 0 {
		t.Errorf("no chunk as printed outgrows room %d", room)
	}
}
