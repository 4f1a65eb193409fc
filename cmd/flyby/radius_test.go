package main

import (
	"strings"
	"testing"

	"flyby/internal/tier"
)

// TestRadiusOfEachQuery: the command prints what the example of docs/answers.md shows.
func TestRadiusOfEachQuery(on *testing.T) {
	t := beside(on)
	page := strings.ReplaceAll(read(t, "../../docs/answers.md"), "\n    ", "\n")
	inputs(t)
	for _, command := range []string{"$ cat places.csv", "$ flyby search --entries good.csv --queries places.csv --distance 0 --level encounters"} {
		want := command + "\n" + read(t, "places.csv")
		if strings.HasPrefix(command, "$ flyby") {
			want = command + "\n" + must(t, strings.Fields(command)[2:]...)
		}
		if !strings.Contains(page, want) {
			t.Errorf("docs/answers.md has no\n%s", want)
		}
	}
}

// TestRadiusIsColumnR: a flag with a radius gives the bytes of a file with a column of it, and so
// does the file that convert writes.
func TestRadiusIsColumnR(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	dataSet(t, "galaxy", "0.03", "stars.csv")
	must(t, "convert", "stars.csv", "--radius", "0.1", "--out", "wide.csv")
	for _, level := range []string{"hits", "encounters"} {
		want := must(t, "join", "wide.csv", "--distance", "0.1", "--level", level)
		if got := must(t, "join", "stars.csv", "--distance", "0.1", "--radius", "0.1", "--level", level); got != want || strings.Count(got, "\n") < 10 {
			t.Errorf("%s: %d bytes by --radius, %d by column r", level, len(got), len(want))
		}
	}
	write(t, "rows.csv", must(t, "join", "stars.csv", "--distance", "0.1", "--radius", "0.1"))
	if said := must(t, "verify", "rows.csv", "--entries", "stars.csv", "--distance", "0.1", "--radius", "0.1", "--sample", "100"); !strings.Contains(said, "as they should be") {
		t.Error(said)
	}
	if r := invoke(t, "", "verify", "rows.csv", "--entries", "stars.csv", "--distance", "0.1", "--sample", "100"); r.status != 1 {
		t.Errorf("exit status %d without the radius: %s", r.status, r.out)
	}
}
