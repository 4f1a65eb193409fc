package spool

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"flyby/internal/memory"
	"flyby/internal/slab"
	"flyby/internal/spill"
	"flyby/internal/tier"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// spooled reads CSV text from standard input.
func spooled(t testing.TB, content []byte, o Options) (*Spool, error) {
	t.Helper()
	if o.Folder == nil {
		folder, err := spill.Open(t.TempDir(), 0)
		if err != nil {
			t.Fatal(err)
		}
		o.Folder = folder
	}
	o.Format.Stdin = bytes.NewReader(content)
	s, _, err := Read(context.Background(), "-", o)
	if err == nil {
		t.Cleanup(func() { s.Close() })
	}
	return s, err
}

// many returns rows of objects that move together, one time after another.
func many(objects, steps int) []byte {
	var b bytes.Buffer
	b.WriteString("id,t,x,y\n")
	for step := range steps {
		for object := range objects {
			fmt.Fprintf(&b, "%d,%d,%d,%d\n", object, step, object, step)
		}
	}
	return b.Bytes()
}

// TestNothingIsWritten: segments that fit the buffer stay in memory, and are counted.
func TestNothingIsWritten(t *testing.T) {
	content := many(10, 100)
	s, err := spooled(t, content, Options{Memory: 64 << 20})
	if err != nil || s.Spilled() > 0 || len(s.reels) != 1 || s.Bytes() < uint64(len(s.pages.(*memoryFile).bytes)) {
		t.Fatalf("%v, %v, %d bytes in memory", err, s, s.Bytes())
	}
	small, err := spooled(t, content, Options{Memory: 64 << 20, grain: grain{page: 16, sample: 4, least: 50, most: 50}})
	if err != nil || small.Spilled() == 0 || len(small.reels) != 20 || small.Bytes() < 20*pageBytes {
		t.Fatalf("%v, %v, %d bytes in memory", err, small, small.Bytes())
	}
	if text := small.String(); !strings.Contains(text, "990 segments in 20 reels") {
		t.Error(text)
	}
}

// TestPagesArePacked: repetitive segments take less than a quarter of their plain size on the disk.
func TestPagesArePacked(t *testing.T) {
	s, err := spooled(t, many(1000, 40), Options{Memory: 64 << 20, grain: grain{page: 4096, sample: 64, least: 8000, most: 8000}})
	if err != nil {
		t.Fatal(err)
	}
	const plain = 4 + 4 + 1 + 6*8
	if each := float64(s.Spilled()) / float64(s.Whole().Segments); each > plain/4 {
		t.Errorf("%v bytes a segment, in full %v", each, plain)
	}
}

// TestTrajectoriesOutgrowMemory: buffers give way to trajectories, until no buffer is left.
func TestTrajectoriesOutgrowMemory(t *testing.T) {
	tier.Full(t)
	content := many(20_000, 3)
	fine := grain{page: 16, sample: 4, least: 64, most: math.MaxInt32}
	_, err := spooled(t, content, Options{Memory: 1 << 20, grain: fine})
	if !errors.Is(err, memory.ErrNoRoom) || !strings.Contains(err.Error(), "trajectories of standard input so far") {
		t.Fatalf("in 1 MiB: %v", err)
	}
	if _, err = spooled(t, content, Options{Memory: 100, grain: fine}); !errors.Is(err, memory.ErrNoRoom) || !strings.Contains(err.Error(), "buffers for standard input") {
		t.Fatalf("in 100 bytes: %v", err)
	}
	const tracked = 24 + 32 + numberBytes // of a trajectory: the Builder's state, and its number
	need := uint64(20_000*(tracked+12) + trackedAt*tracked)
	s, err := spooled(t, content, Options{Memory: need + 200<<10, grain: fine})
	if err != nil || s.Whole().IDs.Len() != 20_000 || len(s.reels) < 4 {
		t.Fatalf("in %d bytes: %v, %v", need, err, s)
	}
	// The buffers shrank, so the last reels are smaller than the first.
	if n := len(s.reels); s.reels[n-1].rows > s.reels[0].rows {
		t.Errorf("reels of %d and %d segments", s.reels[0].rows, s.reels[n-1].rows)
	}
	want, _, err := input.Read(context.Background(), "-", format.Options{Reading: format.Reading{Stdin: bytes.NewReader(content)}})
	if err != nil {
		t.Fatal(err)
	}
	checkSlabs(t, rand.New(rand.NewPCG(1, 2)), "shrunk", s, want)
}

// TestFolderIsFull: the error names the folder, whether the lack of room is seen ahead or while
// writing.
func TestFolderIsFull(t *testing.T) {
	path := t.TempDir()
	folder, err := spill.Open(path, 4000)
	if err != nil {
		t.Fatal(err)
	}
	_, err = spooled(t, many(30, 100), Options{Memory: 64 << 20, Folder: folder, grain: grain{page: 16, sample: 4, least: 50, most: 50}})
	if !errors.Is(err, spill.ErrNoRoom) || !strings.Contains(err.Error(), path) {
		t.Errorf("%v", err)
	}
	if room := folder.Room(); room != 4000 {
		t.Errorf("%d bytes of the folder are free afterwards", room)
	}
}

// TestCancelled: reading and gathering end where their context does.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	s, err := spooled(t, many(30, 100), Options{Memory: 64 << 20, grain: grain{page: 16, sample: 4, least: 50, most: 50}})
	if err != nil {
		t.Fatal(err)
	}
	for _, ahead := range []bool{false, true} {
		slabs := 0
		for b, err := range s.Slabs(context.Background(), Range{Edges: []float64{10, 20, 30}, Ahead: ahead}) {
			if err != nil || b == nil {
				t.Fatal(err)
			}
			if slabs++; slabs == 2 {
				break // a consumer may stop
			}
		}
	}
	cancel()
	_, _, err = Read(ctx, "-", Options{Memory: 64 << 20, Format: format.Options{Reading: format.Reading{Stdin: bytes.NewReader(many(30, 40_000))}}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("reading: %v", err)
	}
	for _, ahead := range []bool{false, true} {
		var last error
		for _, err := range s.Slabs(ctx, Range{Edges: []float64{10}, Ahead: ahead}) {
			last = err
		}
		if !errors.Is(last, context.Canceled) {
			t.Errorf("gathering, ahead %v: %v", ahead, last)
		}
	}
}

// TestBrokenPage: a file that was changed meanwhile is an error, and never other segments.
func TestBrokenPage(t *testing.T) {
	s, err := spooled(t, many(30, 100), Options{Memory: 64 << 20})
	if err != nil {
		t.Fatal(err)
	}
	held := s.pages.(*memoryFile)
	held.bytes = held.bytes[:len(held.bytes)/2]
	var last error
	for _, err := range s.Slabs(context.Background(), Range{}) {
		last = err
	}
	if last == nil || !strings.HasPrefix(last.Error(), "spool: page at byte ") {
		t.Errorf("%v", last)
	}
}

// TestCutOfSeveral: spools that are searched with one another are cut at the same edges, and the slabs
// of all together are bounded.
func TestCutOfSeveral(t *testing.T) {
	fine := grain{page: 16, sample: 4, least: 50, most: 50}
	a, err := spooled(t, many(30, 100), Options{Memory: 64 << 20, grain: fine})
	if err != nil {
		t.Fatal(err)
	}
	b, err := spooled(t, many(3, 400), Options{Memory: 64 << 20, grain: fine})
	if err != nil {
		t.Fatal(err)
	}
	both, err := Cut(20_000, a, b)
	if err != nil {
		t.Fatal(err)
	}
	alone, err := Cut(20_000, a)
	if err != nil {
		t.Fatal(err)
	}
	if len(both.Edges) <= len(alone.Edges) || both.Bytes > 20_000 || alone.Bytes > 20_000 || !slices.IsSorted(both.Edges) {
		t.Errorf("%+v for both, %+v for one", both, alone)
	}
	if all, err := Cut(math.MaxUint64, a, b); err != nil || len(all.Edges) > 0 {
		t.Errorf("with room for all: %+v, %v", all, err)
	}
	if plan, err := Cut(both.Least-1, a, b); !errors.Is(err, memory.ErrNoRoom) || plan.Least != both.Least {
		t.Errorf("with too little room: %+v, %v", plan, err)
	}
}

// TestWholeSlab: without edges there is one slab, the store of input.Read.
func TestWholeSlab(t *testing.T) {
	content := many(30, 100)
	want, _, err := input.Read(context.Background(), "-", format.Options{Reading: format.Reading{Stdin: bytes.NewReader(content)}})
	if err != nil {
		t.Fatal(err)
	}
	s, err := spooled(t, content, Options{Memory: 64 << 20})
	if err != nil {
		t.Fatal(err)
	}
	for b, err := range s.Slabs(context.Background(), Range{}) {
		if err != nil {
			t.Fatal(err)
		}
		all := make([]uint32, want.Trajectories())
		for i := range all {
			all[i] = uint32(i)
		}
		sameSlab(t, "whole", b, &slab.Slab{Store: want, Start: math.Inf(-1), End: math.Inf(1), Traj: all, Before: make([]uint32, len(all))})
		if !b.Store.Segment(0).Last && b.Store.StartsPiece(0, 0) == false {
			t.Error("the first segment starts no piece")
		}
	}
	if w := s.Whole(); w.Space != (trajectory.Space{Dim: 2}) {
		t.Errorf("%v", w.Space)
	}
}

// TestRanges: ranges follow one another from the first trajectory to the last, and the store of a
// range takes no more than was asked for, over all times.
func TestRanges(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 3))
		k := kind{objects: 30, least: 20, spread: 1, radius: seed%2 == 0}
		s, err := spooled(t, text(k.lines(r)), Options{Memory: 64 << 20, Format: format.Options{MaxGap: 8}})
		if err != nil {
			t.Fatal(err)
		}
		least := uint64(0)
		for _, n := range s.count {
			least = max(least, s.storeBytes(uint64(n), 1))
		}
		if _, err := s.Ranges(least - 1); !errors.Is(err, memory.ErrNoRoom) {
			t.Fatalf("seed %d: %v", seed, err)
		}
		most := least + uint64(r.IntN(4000))
		ranges, err := s.Ranges(most)
		if err != nil {
			t.Fatal(err)
		}
		at, segments := 0, 0
		for _, cut := range ranges {
			if cut.First != at || cut.Last <= cut.First {
				t.Fatalf("seed %d: ranges %+v", seed, ranges)
			}
			at = cut.Last
			for b, err := range s.Slabs(context.Background(), cut) {
				if err != nil {
					t.Fatal(err)
				}
				store := b.Store
				segments += store.Segments()
				if took := uint64(8*3*store.Samples() + trajectoryBytes*store.Trajectories()); took > most {
					t.Fatalf("seed %d: %d bytes of %d", seed, took, most)
				}
			}
		}
		if at != s.Whole().IDs.Len() || uint64(segments) != s.Whole().Segments {
			t.Fatalf("seed %d: %d trajectories and %d segments in ranges of %v", seed, at, segments, s)
		}
	}
}

// FuzzSpool: of any text, slabs have the segments of the store that input.Read makes, or the error is
// the same.
func FuzzSpool(f *testing.F) {
	for seed := range uint64(8) {
		r := rand.New(rand.NewPCG(seed, 15))
		f.Add(text(randomKind(r).lines(r)), seed)
	}
	f.Fuzz(func(t *testing.T, content []byte, seed uint64) {
		if len(content) > 1<<12 {
			return
		}
		r := rand.New(rand.NewPCG(seed, 16))
		o, g := randomOptions(r, kind{spread: 80})
		o.Stdin = bytes.NewReader(content)
		want, _, wantErr := input.Read(context.Background(), "-", o)
		if wantErr == nil && want.Segments() > mostFuzzed {
			return
		}
		s, err := spooled(t, content, Options{Format: o, Memory: 16 << 20, grain: g})
		if (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
			t.Fatalf("got  %v\nwant %v", err, wantErr)
		}
		if err == nil {
			checkSlabs(t, r, fmt.Sprintf("%+v, %+v", o, g), s, want)
		}
	})
}
