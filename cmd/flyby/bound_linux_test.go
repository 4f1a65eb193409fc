package main

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"flyby"
	"flyby/internal/cli"
)

// bounded is a join in a process of its own, within a bound of memory.
type bounded struct {
	device, method, level, ending string
	distance                      float64
	most                          uint64 // bytes; 0: the least that a refusal names
}

// Distances at which the walkers have about 10^5, 10^6 and 10^7 hits.
const (
	fewHits  = 5
	someHits = 17
	manyHits = 200
)

// walkers writes 1,450 random walks of 10 segments, which every method joins fast.
func walkers(t *place) (path string) {
	t.Helper()
	path = "walkers.csv"
	f, err := os.Create(t.at(path))
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(14, 1))
	b := bufio.NewWriter(f)
	fmt.Fprintln(b, "id,t,x,y")
	for i := range 1450 {
		x, y := 100*rng.Float64(), 100*rng.Float64()
		for k := range 11 {
			fmt.Fprintf(b, "%d,%d,%.4f,%.4f\n", i, k, x, y)
			x, y = x+rng.NormFloat64(), y+rng.NormFloat64()
		}
	}
	if err := b.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// args returns the arguments of the join, without its bound and output.
func (b bounded) args() []string {
	return []string{"join", "--entries", "walkers.csv", "--distance", fmt.Sprint(b.distance), "--device", b.device, "--method", b.method,
		"--level", b.level, "--threads", "2"}
}

// run runs the join. With most 0 it asks for too little first, and then for the size that the
// refusal names: twice, for the files are read within a bound of their own.
func (b bounded) run(t *place, out string) (r result, s summary, most uint64) {
	t.Helper()
	ask := func(bytes uint64) (result, summary) {
		return measured(t, append(b.args(), "--out", out, "--memory", inBytes(bytes))...)
	}
	if b.most > 0 {
		r, s = ask(b.most)
		return r, s, b.most
	}
	most = 1 << 20
	r, s = ask(most)
	for range 2 {
		said, ok := saidLeast(t, r)
		if !ok {
			break
		}
		most = withMargin(said)
		r, s = ask(most)
	}
	return r, s, most
}

// TestBound: a join on an OpenCL device, as a process within the least memory that a refusal names, holds no more, and writes the same as
// without a bound.
func TestBound(on *testing.T) {
	withinBounds(heavy(on), []bounded{
		{"opencl", "temporal", "encounters", "csv", someHits, 0},
	})
}

// withinBounds checks the property of TestBound for some joins.
func withinBounds(t *place, joins []bounded) {
	t.Helper()
	all, err := flyby.Devices()
	if err != nil || len(all) < 2 {
		t.Fatalf("no OpenCL device: %v", err)
	}
	t.Chdir(t.TempDir())
	walkers(t)
	for _, method := range []string{"spatiotemporal", "temporal"} { // their kernels are compiled, which alone takes 300 MB
		must(t, append(bounded{"opencl", method, "hits", "csv", fewHits, 0}.args(), "--out", "compiled.csv", "--quiet")...)
	}
	whole := map[string][sha256.Size]byte{}
	for _, b := range joins {
		name := fmt.Sprintf("%s-%v.%s", b.level, b.distance, b.ending)
		if _, ok := whole[name]; !ok {
			unbounded := bounded{"cpu", "spatiotemporal", b.level, b.ending, b.distance, 0}
			must(t, append(unbounded.args(), "--out", name, "--quiet")...)
			whole[name] = sum(t, name)
			os.Remove(t.at(name))
		}
		out := "out." + b.ending
		r, s, most := b.run(t, out)
		switch {
		case r.status != cli.OK:
			t.Errorf("%+v: status %d, %.500q", b, r.status, r.err)
			continue
		case s.PeakBytes > most:
			t.Errorf("%+v: %d bytes held within %d", b, s.PeakBytes, most)
		case sum(t, out) != whole[name]:
			t.Errorf("%+v: another file than without a bound", b)
		case b.distance == manyHits && (s.Hits < 1e7 || !strings.Contains(r.err, "searched with in ranges")):
			t.Errorf("%+v: %d hits in one go: the bound tests nothing", b, s.Hits)
		}
		os.Remove(t.at(out))
		t.Logf("%+v: %d hits, %d MB held of %d, %.1f s", b, s.Hits, s.PeakBytes/1e6, most/1e6, s.TotalS)
	}
}
