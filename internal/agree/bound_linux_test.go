package agree_test

import (
	"crypto/sha256"
	"fmt"
	"iter"
	"os"
	"os/exec"
	"strings"
	"testing"

	"flyby"
	"flyby/datasets"
	"flyby/internal/memory"
	"flyby/internal/output"
	"flyby/internal/tier"
	"flyby/trajectory"
)

// bounded is a join in a process of its own.
type bounded struct {
	megabytes     uint64 // bound; 0: none
	trajectories  int    // of the data, of 400 segments each
	distance      float64
	level, method string
}

// joined is the result of a bounded join.
type joined struct {
	sum   string // checksum of the file
	hits  uint64
	parts bool   // the queries were searched in ranges
	peak  uint64 // bytes that the process held at most
}

const boundedForm = "%d %d %g %s %s"

// boundedEnv carries a join to TestBoundedProcess.
const boundedEnv = "FLYBY_TEST_BOUNDED"

// TestBoundedProcess is no test but the process that TestBound starts.
func TestBoundedProcess(t *testing.T) {
	asked := os.Getenv(boundedEnv)
	if asked == "" {
		t.Skip("is run by TestBound")
	}
	var b bounded
	if _, err := fmt.Sscanf(asked, boundedForm, &b.megabytes, &b.trajectories, &b.distance, &b.level, &b.method); err != nil {
		t.Fatal(err)
	}
	s, err := datasets.Disc(b.trajectories, 400, 2)
	if err != nil {
		t.Fatal(err)
	}
	memory.Limit(b.megabytes * 1e6)
	most := b.megabytes * 1e6
	if most > 0 {
		most -= memory.Usage() + memory.Absent()
	}
	db := opened(t, flyby.Options{Memory: most, Threads: 2, Device: "cpu", Method: flyby.Method(b.method)}, s)
	sum := sha256.New()
	o := output.WriteOptions{Stdout: sum}
	var before, after flyby.Stats
	if b.level == "hits" {
		w, errW := output.CreateHits("-", s, s, o)
		found, err := db.Hits(t.Context(), flyby.Search{Distance: b.distance})
		if errW != nil || err != nil {
			t.Fatal(errW, err)
		}
		before = found.Stats()
		written(t, found.Chunks(), w)
		after = found.Stats()
	} else {
		w, errW := output.CreateEncounters("-", s, s, o)
		found, err := db.Encounters(t.Context(), flyby.Search{Distance: b.distance})
		if errW != nil || err != nil {
			t.Fatal(errW, err)
		}
		before = found.Stats()
		written(t, found.Chunks(), w)
		after = found.Stats()
	}
	fmt.Printf("joined: %x %d %v %d\n", sum.Sum(nil), after.Hits, before.Hits == 0, memory.Peak())
}

// written writes all chunks.
func written[C trajectory.Hits | trajectory.Encounters](t *testing.T, chunks iter.Seq2[C, error], w interface {
	Write(C) error
	Close() error
}) {
	t.Helper()
	for c, err := range chunks {
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Write(c); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// run runs the join.
func (b bounded) run(t *testing.T) (j joined) {
	t.Helper()
	c := exec.Command(os.Args[0], "-test.run=^TestBoundedProcess$")
	c.Env = append(os.Environ(), boundedEnv+"="+fmt.Sprintf(boundedForm, b.megabytes, b.trajectories, b.distance, b.level, b.method))
	out, err := c.CombinedOutput()
	_, line, found := strings.Cut(string(out), "joined: ")
	if err != nil || !found {
		t.Fatalf("%+v: %v, %.2000s", b, err, out)
	}
	if _, err := fmt.Sscan(line, &j.sum, &j.hits, &j.parts, &j.peak); err != nil {
		t.Fatal(err)
	}
	return j
}

// TestBound: joins as processes with bounds of memory hold no more than their bounds, and all write
// the same as a process without one.
func TestBound(t *testing.T) {
	tier.Full(t)
	boundedJoins(t, 600, []string{"spatiotemporal"}, []uint64{150, 100})
}

// boundedJoins checks the property of TestBound for the given number of trajectories, by methods, within
// bounds in MB.
func boundedJoins(t *testing.T, trajectories int, methods []string, bounds []uint64) {
	t.Helper()
	for _, level := range []string{"hits", "encounters"} {
		want := bounded{0, trajectories, 3, level, "spatiotemporal"}.run(t)
		if want.hits < 1e6 || want.parts {
			t.Fatalf("%+v without a bound, want a million hits and more in one go", want)
		}
		for _, method := range methods {
			ranges := 0
			for _, megabytes := range bounds {
				got := bounded{megabytes, trajectories, 3, level, method}.run(t)
				if got.peak > megabytes*1e6 {
					t.Errorf("%s %s: %d MB held at most, with a bound of %d", method, level, got.peak/1e6, megabytes)
				}
				if got.sum != want.sum || got.hits != want.hits {
					t.Errorf("%s %s within %d MB: %d hits, want %d, or another file", method, level, megabytes, got.hits, want.hits)
				}
				if got.parts {
					ranges++
				}
			}
			if ranges == 0 {
				t.Errorf("%s %s: no join was searched in ranges: the bounds test nothing", method, level)
			}
		}
	}
}
