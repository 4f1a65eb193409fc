package job_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime/debug"
	"strings"
	"testing"

	"flyby/internal/memory"
	"flyby/internal/tier"
	"flyby/job"
)

// spanEnv asks TestSpanProcess for a join of the element sets of a file in some hours, within a number of MB.
const spanEnv, spanForm = "FLYBY_TEST_SPAN", "%d %d %s"

// A span is what a join in a process of its own took.
type span struct {
	Outgrows              bool
	Segments              int
	Spilled, Before, Peak uint64
}

// TestSpanProcess is no test but the process that TestMemoryOfSpan starts.
func TestSpanProcess(t *testing.T) {
	asked := os.Getenv(spanEnv)
	if asked == "" {
		t.Skip("is run by TestMemoryOfSpan")
	}
	var hours int
	var megabytes uint64
	var path string
	if _, err := fmt.Sscanf(asked, spanForm, &hours, &megabytes, &path); err != nil {
		t.Fatal(err)
	}
	a := elementAsk(float64(hours), path)
	a.Search.Distance, a.Machine.Memory, a.Machine.Tmp = 0, megabytes*1e6, t.TempDir()
	before := memory.Usage() + memory.Absent()
	debug.SetMemoryLimit(int64(before + megabytes*1e6*9/10)) // as a program with a limit sets it: garbage counts
	r, err := job.Run(t.Context(), a, job.Writer(&strings.Builder{}))
	if err != nil {
		t.Fatal(err)
	}
	wantNothingIn(t, a.Machine.Tmp)
	fmt.Printf("ran: %v %d %d %d %d\n", r.Entries.Outgrows(), r.Entries.Segments(), r.Spilled, before, memory.Peak())
}

// TestMemoryOfSpan: the memory of a search of element sets does not grow with the span of time, and no sample is written to Tmp.
func TestMemoryOfSpan(t *testing.T) {
	tier.Full(t)
	const megabytes = 90
	path := elementSets(t, rand.New(rand.NewPCG(54, 9)), 1, 40)
	day, week := spanOf(t, 24, megabytes, path), spanOf(t, 24*7, megabytes, path)
	t.Logf("%+v, a week %+v", day, week)
	for _, s := range []span{day, week} {
		if most := s.Before + megabytes*1e6; !s.Outgrows || s.Spilled > 0 || s.Peak > most+most/50+5e6 {
			t.Errorf("%+v: at most %d bytes, and nothing spilled", s, most)
		}
	}
	if week.Segments < 6*day.Segments || week.Peak > day.Peak+megabytes*1e6/8 {
		t.Errorf("%d MB for %d segments, %d MB for %d", day.Peak/1e6, day.Segments, week.Peak/1e6, week.Segments)
	}
}

// spanOf runs a join in a process of its own.
func spanOf(t *testing.T, hours, megabytes int, path string) (s span) {
	t.Helper()
	c := exec.Command(os.Args[0], "-test.run=^TestSpanProcess$")
	c.Env = append(os.Environ(), spanEnv+"="+fmt.Sprintf(spanForm, hours, megabytes, path))
	out, err := c.CombinedOutput()
	_, line, found := strings.Cut(string(out), "ran: ")
	if err != nil || !found {
		t.Fatalf("%d hours: %v, %.2000s", hours, err, out)
	}
	if _, err := fmt.Sscan(line, &s.Outgrows, &s.Segments, &s.Spilled, &s.Before, &s.Peak); err != nil {
		t.Fatal(err)
	}
	return s
}
