package job_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"testing"

	"flyby"
	"flyby/datasets"
	"flyby/internal/memory"
	"flyby/internal/output"
	"flyby/internal/tier"
	"flyby/job"
	"flyby/question"
)

// atOnceEnv asks TestAtOnceProcess for a number of simultaneous jobs, within a number of MB each, of a file.
const atOnceEnv, atOnceForm = "FLYBY_TEST_AT_ONCE", "%d %d %s"

// TestAtOnceProcess is no test but the process that TestJobsAtOnce starts.
func TestAtOnceProcess(t *testing.T) {
	asked := os.Getenv(atOnceEnv)
	if asked == "" {
		t.Skip("is run by TestJobsAtOnce")
	}
	var jobs int
	var megabytes uint64
	var path string
	if _, err := fmt.Sscanf(asked, atOnceForm, &jobs, &megabytes, &path); err != nil {
		t.Fatal(err)
	}
	before := memory.Usage() + memory.Absent()
	debug.SetMemoryLimit(int64(before + uint64(jobs)*megabytes*1e6*9/10)) // as a program with a limit sets it: garbage counts
	sums, spilled := make([]string, jobs), make([]bool, jobs)
	var group sync.WaitGroup
	for i := range jobs {
		group.Go(func() {
			sum := sha256.New()
			a := discAsk(path)
			a.Machine.Memory = megabytes * 1e6
			r, err := job.Run(t.Context(), a, job.Writer(sum))
			if err != nil {
				t.Error(err)
			}
			sums[i], spilled[i] = fmt.Sprintf("%x", sum.Sum(nil)), r.Entries.Outgrows()
		})
	}
	group.Wait()
	for i := range sums {
		if sums[i] != sums[0] || spilled[i] != spilled[0] {
			t.Errorf("job %d has other bytes", i)
		}
	}
	fmt.Printf("ran: %s %v %d %d\n", sums[0], spilled[0], before, memory.Peak())
}

// TestJobsAtOnce: two simultaneous jobs hold at most their bounds and the earlier memory of the process, and write the bytes of
// one alone.
func TestJobsAtOnce(t *testing.T) {
	tier.Full(t)
	s, err := datasets.Disc(1500, 400, 2)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "disc.parquet")
	if err := output.WriteStore(t.Context(), path, s, output.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	whole := sha256.New()
	if _, err := job.Run(t.Context(), discAsk(path), job.Writer(whole)); err != nil {
		t.Fatal(err)
	}
	const jobs, megabytes = 2, 90
	sum, slabs, before, peak := atOnce(t, jobs, megabytes, path)
	most := before + jobs*megabytes*1e6
	t.Logf("%d jobs of %d MB each: %d MB held before, %d MB at most of %d", jobs, megabytes, before/1e6, peak/1e6, most/1e6)
	if sum != fmt.Sprintf("%x", whole.Sum(nil)) || !slabs {
		t.Errorf("%d jobs of %d MB: other bytes than in memory, or not in slabs (%v)", jobs, megabytes, slabs)
	}
	if peak > most+most/50+5e6 {
		t.Errorf("%d jobs of %d MB: %d MB held at most, of %d", jobs, megabytes, peak/1e6, most/1e6)
	}
}

// discAsk returns the ask of TestJobsAtOnce.
func discAsk(path string) job.Ask {
	return job.Ask{Inputs: job.Inputs{Entries: []string{path}}, Question: question.Question{Search: flyby.Search{Distance: 0.5}, Level: question.Hits}, Machine: flyby.Options{Device: "cpu", Threads: 2}}
}

// atOnce runs jobs in a process of their own.
func atOnce(t *testing.T, jobs int, megabytes uint64, path string) (sum string, slabs bool, before, peak uint64) {
	t.Helper()
	c := exec.Command(os.Args[0], "-test.run=^TestAtOnceProcess$")
	c.Env = append(os.Environ(), atOnceEnv+"="+fmt.Sprintf(atOnceForm, jobs, megabytes, path))
	out, err := c.CombinedOutput()
	_, line, found := strings.Cut(string(out), "ran: ")
	if err != nil || !found {
		t.Fatalf("%d jobs: %v, %.2000s", jobs, err, out)
	}
	if _, err := fmt.Sscan(line, &sum, &slabs, &before, &peak); err != nil {
		t.Fatal(err)
	}
	return sum, slabs, before, peak
}
