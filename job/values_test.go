package job_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"flyby"
	"flyby/job"
	"flyby/question"
	"flyby/trajectory/format"
)

// signs returns a file of objects that meet again and again, under a name that changes; the files of two seeds overlap in time.
func signs(t *testing.T, seed uint64, objects, steps int) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 45))
	var text strings.Builder
	text.WriteString("id,t,x,y,name,size\n")
	for step := range steps {
		for object := range objects {
			name := []string{"", "", "A", "B", fmt.Sprint(step)}[rng.IntN(5)]
			fmt.Fprintf(&text, "%d,%v,%.3f,%.3f,%s,%d\n", object, 2*step+int(seed), rng.Float64(), rng.Float64(), name, step/9)
		}
	}
	return textFile(t, fmt.Sprintf("signs%d.csv", seed), text.String())
}

// TestValuesOfSlabs: columns of the input have the same values in slabs, in ranges and in memory, of one file and of two that overlap, in any order of
// rows, at each level.
func TestValuesOfSlabs(t *testing.T) {
	one, two := signs(t, 1, 5, 60), signs(t, 2, 5, 60)
	for name, a := range map[string]job.Ask{
		"one file":  {Inputs: job.Inputs{Entries: []string{one}}, Question: question.Question{Level: question.Encounters}},
		"two files": {Inputs: job.Inputs{Entries: []string{one, two}}, Question: question.Question{Level: question.Pairs}},
		"sorted":    {Inputs: job.Inputs{Entries: []string{two, one}, Read: format.Options{SortTimes: true}}, Question: question.Question{Level: question.Hits}},
		"objects":   {Inputs: job.Inputs{Entries: []string{one, two}}, Question: question.Question{Level: question.Objects}},
	} {
		a.Machine.Device, a.Search, a.With = "cpu", flyby.Search{Distance: 0.1}, []string{"name", "size", "first:name"}
		wantShapes(t, name, a)
	}
}
