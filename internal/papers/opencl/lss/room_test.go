package lss

import (
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/clrt"
	"flyby/internal/papers/zorder"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/opencl/device"
	"flyby/internal/testing/devicetest"
	"flyby/internal/tier"
)

// withIntervals returns a join of walkers whose intervals have some lengths, on one list.
func withIntervals(t *testing.T, x *index, lengths []uint32) *join {
	t.Helper()
	j := &join{index: x, work: pointjoin.Work{Last: len(lengths)}}
	j.walkers.values, j.walkers.count = x.values, len(lengths)
	var words []uint32
	for row, n := range lengths {
		words = append(words, 0, uint32(row%7), uint32(row%7)+n, uint32(row))
	}
	var err error
	if j.walkers.intervals, err = x.dev.Memory.Buffer("intervals", 4*len(words)); err != nil {
		t.Fatal(err)
	}
	if j.walkers.sums, err = x.dev.Memory.Buffer("sums", 8*(len(lengths)+1)); err != nil {
		t.Fatal(err)
	}
	if err := clrt.Write(x.dev.Queues, j.walkers.intervals, 0, words); err != nil {
		t.Fatal(err)
	}
	if j.sums, err = x.sum(&j.walkers); err != nil {
		t.Fatal(err)
	}
	return j
}

// TestSums: elements are numbered beyond 32 bits, by one group and by several.
func TestSums(t *testing.T) {
	tier.Full(t)
	r := rand.New(rand.NewPCG(62, 9))
	s := cloud(t, 1, 20, 2, 0)
	for _, count := range []int{1, 15, 16, 17, 1024, 1025, 5000} {
		lengths := make([]uint32, count)
		var want zorder.Sums = make([]uint64, count+1)
		for i := range lengths {
			if r.IntN(3) > 0 {
				lengths[i] = r.Uint32N(1 << 31)
			}
			want[i+1] = want[i] + uint64(lengths[i])
		}
		devicetest.Each(t, cuts(100, 10), func(t *testing.T, d *device.Device) {
			j := withIntervals(t, loaded(t, d, s, nil), lengths)
			if !slices.Equal(j.sums, want) {
				t.Errorf("%d walkers: sums end with %d, want %d", count, j.sums.Total(), want.Total())
			}
			if err := j.end(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestRoom: pairs in the room of a chunk are compacted in the order of elements, turned where halves find the higher row
// first, without dropped elements; they are counted at both rows.
func TestRoom(t *testing.T) {
	tier.Full(t)
	r := rand.New(rand.NewPCG(62, 10))
	s := cloud(t, 1, 20, 2, 0)
	lengths := make([]uint32, 900)
	for i := range lengths {
		lengths[i] = r.Uint32N(6) * r.Uint32N(3)
	}
	devicetest.Each(t, cuts(100, 10), func(t *testing.T, d *device.Device) {
		j := withIntervals(t, loaded(t, d, s, nil), lengths)
		defer j.end()
		for _, from := range []int{0, 1, 300} {
			for _, mode := range []uint32{laterRows, rowRange, allRows} {
				checkRoom(t, r, j, from, mode)
			}
		}
	})
}

// checkRoom fills the room of a chunk of walkers from one on, and drops every fifth element.
func checkRoom(t *testing.T, r *rand.Rand, j *join, from int, mode uint32) {
	t.Helper()
	c := chunk{from: j.sums[from], count: uint32(j.sums.Total() - j.sums[from]), first: uint32(from), last: uint32(j.walkers.count), mode: mode}
	room, counts := make([]uint32, c.count), make([]uint32, j.walkers.count)
	var want []uint64
	var dropped []uint32
	for e := range room {
		room[e] = ^uint32(0)
		if r.IntN(3) == 0 {
			continue
		}
		row := uint32(j.sums.Point(c.from + uint64(e)))
		room[e] = r.Uint32N(uint32(j.walkers.count))
		if e%5 == 0 {
			dropped = append(dropped, uint32(e))
			continue
		}
		first, second := row, room[e]
		if counts[row]++; mode != allRows {
			counts[second]++
		}
		if mode == rowRange {
			first, second = min(row, room[e]), max(row, room[e])
		}
		want = append(want, pointjoin.PairOf(first, second))
	}
	if err := j.dev.Memory.Fill(&j.room, room); err != nil {
		t.Fatal(err)
	}
	if err := j.drop(dropped); err != nil {
		t.Fatal(err)
	}
	got, err := j.compact(c)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("from %d, mode %d: %d pairs, want %d: %v", from, mode, len(got), len(want), err)
	}
	tally, err := j.dev.Memory.Buffer("tally", 4*len(counts))
	if err != nil {
		t.Fatal(err)
	}
	defer j.dev.Memory.Release(tally)
	if err := j.dev.Queues.Zero(tally, 0, 4*len(counts)); err != nil {
		t.Fatal(err)
	}
	if err := countPairs.Launch(j.program, clrt.Over(uint64(c.count)), &countPairsArgs{j.walkers.intervals, j.walkers.sums, c, j.room.Buffer, tally}); err != nil {
		t.Fatal(err)
	}
	if found := read[uint32](t, j.index, tally, len(counts)); !slices.Equal(found, counts) {
		t.Errorf("from %d, mode %d: counts are wrong", from, mode)
	}
}
