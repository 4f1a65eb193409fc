package main

import (
	"math/rand/v2"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/tier"
)

// TestSortTimesWithinMemory: unsorted rows, sorted within --memory, have the bytes of the sorted file, also from
// standard input, whose size is unknown.
func TestSortTimesWithinMemory(on *testing.T) {
	t := alone(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	dataSet(t, "galaxy", "0.01", "stars.csv")
	lines := strings.SplitAfter(read(t, "stars.csv"), "\n")
	head, rows := lines[0], lines[1:len(lines)-1]
	rand.New(rand.NewPCG(15, 4)).Shuffle(len(rows), func(i, k int) { rows[i], rows[k] = rows[k], rows[i] })
	shuffled := head + strings.Join(rows, "")
	write(t, "shuffled.csv", shuffled)
	for _, level := range []string{"hits", "encounters"} {
		asked := words("--distance 1 --level %s --device cpu --threads 2", level)
		want := must(t, with([]string{"join", "stars.csv"}, asked...)...)
		if strings.Count(want, "\n") < 10 {
			t.Fatalf("%s: too few to tell\n%s", level, want)
		}
		sorted := with(asked, "--sort-times", "--memory", "3GB", "--tmp", t.TempDir())
		for how, r := range map[string]result{
			"in memory": invoke(t, "", with([]string{"join", "shuffled.csv"}, sorted...)...),
			"in slabs":  invokeOn(t, streams{outgrown: true}, with([]string{"join", "shuffled.csv"}, sorted...)...),
			"of a pipe": invoke(t, shuffled, with([]string{"join", "-"}, sorted...)...),
		} {
			if r.status != cli.OK || r.out != want {
				t.Errorf("%s %s: status %d, %s%d bytes, want %d", level, how, r.status, r.err, len(r.out), len(want))
			}
		}
	}
	if r := invokeOn(t, streams{outgrown: true}, words("join shuffled.csv --distance 1 --memory 3GB")...); r.status != cli.Failure || !strings.Contains(r.err, "--sort-times puts rows in order") {
		t.Errorf("without the flag: %+v", r)
	}
}
