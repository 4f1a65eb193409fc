package spool

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"flyby/internal/output"
	"flyby/internal/spill"
	"flyby/internal/tier"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// bothWays reads a file as a store and as a spool that is copied; nil, where it is refused.
func bothWays(t *testing.T, name string, content []byte, o format.Options, g grain) (*trajectory.Store, *Spool, format.Report, *spill.Folder) {
	t.Helper()
	path, options := optionsOf(t, name, content, o)
	want, wantReport, err := input.Read(context.Background(), path, options())
	if err != nil {
		return nil, nil, wantReport, nil
	}
	folder, err := spill.Open(t.TempDir(), 0)
	if err != nil {
		t.Fatal(err)
	}
	s, report, err := Read(context.Background(), path, Options{Format: options(), Memory: 16 << 20, Folder: folder, grain: g, Copied: true})
	if err != nil || s.Direct() || !reflect.DeepEqual(report, wantReport) {
		t.Fatalf("%s, %+v: %v, %+v, want %+v", name, o, err, report, wantReport)
	}
	return want, s, report, folder
}

// written returns the bytes that a writer leaves in a file of a format.
func written(t *testing.T, ending string, write func(path string) error) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "out"+ending)
	if err := write(path); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestSamples: the samples of random files, written from the spool, make the file that the store makes, to the byte.
func TestSamples(t *testing.T) {
	tier.Full(t)
	samples(t, 15)
}

func samples(t *testing.T, seeds uint64) {
	t.Helper()
	good := 0
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 46))
		k := randomKind(r)
		if k.bad = 0; seed%5 == 0 {
			k.least = 500 // rows of a trajectory, more than a buffer
		}
		contents := files(t, r, k.lines(r))
		for _, name := range slices.Sorted(maps.Keys(contents)) {
			o, g := randomOptions(r, k)
			o.KeepDegrees = r.IntN(2) == 0
			want, s, report, folder := bothWays(t, name, contents[name], o, g)
			if want == nil {
				continue
			}
			good++
			whole := s.Whole()
			for _, inTime := range []bool{false, true} {
				what := fmt.Sprintf("seed %d, %s, %+v, %+v, in time %v", seed, name, k, o, inTime)
				samples, err := s.Samples(context.Background(), 1<<10, inTime, folder)
				if err != nil {
					t.Fatal(err)
				}
				w := output.WriteOptions{Degrees: report.Degrees, Units: report.Units, Threads: 1, ByTime: inTime}
				for _, ending := range []string{".csv", ".parquet"} {
					wanted := written(t, ending, func(path string) error { return output.WriteStore(context.Background(), path, want, w) })
					got := written(t, ending, func(path string) error {
						return output.WriteSamples(context.Background(), path, whole.Named(), whole.Radius != nil, samples.All(context.Background()), w)
					})
					if !bytes.Equal(got, wanted) {
						t.Fatalf("%s, %s: other bytes", what, ending)
					}
				}
				checkPieces(t, what, samples, want)
				samples.Close()
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if good < int(seeds) {
		t.Errorf("%d files were read", good)
	}
}

// checkPieces wants the samples of a trajectory in order, with a new piece after every gap.
func checkPieces(t *testing.T, what string, samples *Samples, s *trajectory.Store) {
	t.Helper()
	var got []trajectory.Piece
	seen := make([]int, s.Trajectories()) // samples of each
	last := make([]uint32, s.Trajectories())
	for c, err := range samples.All(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		for i, of := range c.ID.Code {
			first, _ := s.Range(int(of))
			row := first + seen[of]
			if c.T[i] != s.T()[row] {
				t.Fatalf("%s: sample %d of trajectory %d at %v, want %v", what, seen[of], of, c.T[i], s.T()[row])
			}
			if seen[of] == 0 || c.Piece[i] != last[of] {
				got = append(got, trajectory.Piece{Traj: int(of), First: row})
			}
			last[of] = c.Piece[i]
			seen[of]++
		}
	}
	slices.SortFunc(got, func(a, b trajectory.Piece) int { return cmp.Compare(a.First, b.First) })
	var want []trajectory.Piece
	for p := range s.Pieces() {
		want = append(want, trajectory.Piece{Traj: p.Traj, First: p.First})
	}
	n := 0
	for _, of := range seen {
		n += of
	}
	if !slices.Equal(got, want) || n != s.Samples() {
		t.Fatalf("%s: pieces at %v, %d samples; want %v, %d", what, got, n, want, s.Samples())
	}
}

// TestSamplesEnd: a loop that stops gets no more samples; a cancelled context, and a full folder, give their errors.
func TestSamplesEnd(t *testing.T) {
	content := many(40, 200)
	_, s, _, folder := bothWays(t, "many.csv", content, format.Options{}, grain{})
	defer s.Close()
	samples, err := s.Samples(context.Background(), 1<<16, false, folder)
	if err != nil {
		t.Fatal(err)
	}
	defer samples.Close()
	if !samples.sorter.Spilled() {
		t.Error("nothing went to the folder")
	}
	n := 0
	for _, err := range samples.All(context.Background()) {
		if n++; err != nil {
			t.Fatal(err)
		}
		break
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	var last error
	for _, err := range samples.All(ctx) {
		last = err
	}
	if !errors.Is(last, context.Canceled) {
		t.Error(last)
	}
	if _, err := s.Samples(ctx, 1<<16, false, folder); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	full, err := spill.Open(t.TempDir(), 1<<10)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Samples(context.Background(), 1<<16, false, full); !errors.Is(err, spill.ErrNoRoom) {
		t.Errorf("a folder without room: %v", err)
	}
}

// TestChosen: some trajectories of a spool equal the same of the store of the file.
func TestChosen(t *testing.T) {
	tier.Full(t)
	good := 0
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 47))
		k := randomKind(r)
		k.bad = 0
		contents := files(t, r, k.lines(r))
		for _, name := range slices.Sorted(maps.Keys(contents)) {
			o, g := randomOptions(r, k)
			all, s, _, _ := bothWays(t, name, contents[name], o, g)
			if all == nil {
				continue
			}
			var trajs []int
			bytes := uint64(0)
			for traj := range all.Trajectories() {
				if r.IntN(2) == 0 {
					trajs = append(trajs, traj)
					bytes += s.StoreBytes(traj)
				}
			}
			got, err := s.Chosen(context.Background(), trajs)
			if err != nil {
				t.Fatal(err)
			}
			want := all.Subset(trajs)
			if bytes < uint64(8*3*want.Samples()) {
				t.Errorf("%d bytes for %d samples", bytes, want.Samples())
			}
			if !sameStore(got, want) {
				t.Fatalf("seed %d, %s, %v: %+v, want %+v", seed, name, trajs, got, want)
			}
			good++
			s.Close()
		}
	}
	if good < 20 {
		t.Errorf("%d files were read", good)
	}
}

// sameStore reports whether two stores have the same trajectories.
func sameStore(a, b *trajectory.Store) bool {
	if a.Trajectories() != b.Trajectories() || a.Times() != b.Times() || a.Space() != b.Space() || a.HasRadius() != b.HasRadius() && a.Trajectories() > 0 {
		return false
	}
	for traj := range a.Trajectories() {
		if a.ID(traj) != b.ID(traj) || a.Radius(traj) != b.Radius(traj) {
			return false
		}
	}
	return slices.Equal(slices.Collect(a.Pieces()), slices.Collect(b.Pieces())) && slices.Equal(a.T(), b.T()) &&
		slices.Equal(a.X(), b.X()) && slices.Equal(a.Y(), b.Y()) && slices.Equal(a.Z(), b.Z())
}
