package job

import (
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flyby"
	"flyby/internal/memory"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// TestGapsOf: gapsOf returns the number of gaps, the longest time between connected samples and the shortest gap.
func TestGapsOf(t *testing.T) {
	for _, c := range []struct {
		times             []float64
		most              float64
		gaps              int
		longest, shortest float64
	}{
		{[]float64{0, 1, 3, 10, 12}, 5, 1, 2, 7},
		{[]float64{0, 10, 30}, 5, 2, 0, 10},
		{[]float64{0, 10, 12, 32}, 5, 2, 2, 10},
	} {
		columns := trajectory.Columns{ID: trajectory.IDColumn{Int: make([]int64, len(c.times))}, T: c.times, X: make([]float64, len(c.times)), Y: make([]float64, len(c.times))}
		s, err := trajectory.New(columns, trajectory.BuildOptions{MaxGap: c.most})
		if err != nil {
			t.Fatal(err)
		}
		if g := gapsOf(s); g != (Gaps{c.gaps, c.longest, c.shortest}) {
			t.Errorf("%v: %+v; want %+v", c.times, g, c)
		}
	}
}

// TestTakeSums: the sums of objects take memory of the job, are refused if it is too little, and give it back.
func TestTakeSums(t *testing.T) {
	q := memory.NewQuota(1 << 30)
	defer q.Close()
	rest := q.Rest()
	give, err := takeSums(q, 1_000_000)
	if err != nil || rest-q.Rest() != 36_000_000 {
		t.Fatalf("%d bytes were taken: %v", rest-q.Rest(), err)
	}
	if give(); q.Rest() != rest {
		t.Errorf("%d bytes are left of %d", q.Rest(), rest)
	}
	var little *flyby.MemoryError
	if _, err := takeSums(q, 30_000_000); !errors.As(err, &little) || q.Rest() != rest {
		t.Errorf("1.08 GB of 1 GiB: %v", err)
	}
}

// TestNumbersOf: only texts that JSON and float64 represent unchanged count as numbers.
func TestNumbersOf(t *testing.T) {
	for text, want := range map[string]float64{"0": 0, "-12": -12, "12.50": 12.5, "1e3": 1000, "9007199254740992": 1 << 53, "1.5E-7": 1.5e-7} {
		if got := numbersOf([]string{"", text}); got == nil || !math.IsNaN(got[0]) || got[1] != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
	for _, text := range []string{"007", "+5", "1,5", ".5", "5.", "NaN", "Inf", "0x10", "1_000", " 5", "5 ", "true", "9007199254740993", "1e999", "\"5\""} {
		if got := numbersOf([]string{"", "1", text}); got != nil {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestComparableUnits: files that name different units, or scales of time, are not searched with each other; a file that names none is
// searched with any.
func TestComparableUnits(t *testing.T) {
	s, err := trajectory.New(trajectory.Columns{ID: trajectory.IDColumn{Int: []int64{1}}, T: []float64{0}, X: []float64{0}, Y: []float64{0}}, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	of := func(name string, u format.Units) Data { return InMemory(name, s, format.Report{Units: u}) }
	parsecs := format.Units{Length: "kpc", Time: "Myr", Scale: "TDB"}
	for _, c := range []struct {
		queries format.Units
		want    string
	}{
		{parsecs, ""},
		{format.Units{}, ""},
		{format.Units{Time: "Myr"}, ""},
		{format.Units{Length: "pc", Time: "Myr"}, "lengths are kpc in a.csv, pc in b.csv"},
		{format.Units{Length: "kpc", Time: "yr"}, "times are Myr in a.csv, yr in b.csv"},
		{format.Units{Scale: "\x1b[2J"}, `time scales are TDB in a.csv, \x1b[2J in b.csv`},
	} {
		err := comparable(of("a.csv", parsecs), of("b.csv", c.queries))
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.queries, err, c.want)
		}
	}
}

// TestTakesBack: a file gets its name in the end, and may be taken back until then; output that is written at once, or handed to a
// function, cannot.
func TestTakesBack(t *testing.T) {
	folder := t.TempDir()
	for name, c := range map[string]struct {
		to   Sink
		want bool
	}{
		"none":            {Sink{}, false},
		"a file":          {File(filepath.Join(folder, "new.csv")), true},
		"of a folder":     {Standard("new.csv", nil, folder, false), true},
		"standard output": {Standard("-", io.Discard, folder, false), false},
		"a writer":        {Writer(io.Discard), false},
		"a device":        {File(os.DevNull), false},
		"a function":      {Func(func(Rows) error { return nil }), false},
	} {
		if got := c.to.TakesBack(); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestSplicesAreNotConverted: samples with a splice have no gap longer than 0, by which Convert refuses them, and end with its error where they come one after the other.
func TestSplicesAreNotConverted(t *testing.T) {
	c := trajectory.Columns{ID: trajectory.IDColumn{Int: []int64{7, 7, 7, 7}}, T: []float64{0, 1, 1, 2}, X: make([]float64, 4), Y: make([]float64, 4), Piece: []uint32{0, 0, 1, 1}, Splices: true}
	some := trajectory.Columns{ID: trajectory.IDColumn{Code: make([]uint32, 4)}, T: slices.Clone(c.T), Piece: slices.Clone(c.Piece)}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if g := gapsOf(s); g.Number != 1 || g.Shortest != 0 {
		t.Errorf("%+v", g)
	}
	var g Gaps
	for _, err = range g.within(func(yield func(trajectory.Columns, error) bool) { yield(some, nil) }, 1) {
	}
	if !errors.Is(err, errSplices) {
		t.Errorf("%v", err)
	}
}
