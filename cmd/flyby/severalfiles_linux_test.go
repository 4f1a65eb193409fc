package main

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"flyby/internal/tier"
)

// dealt distributes the rows of a CSV file over files of a folder, by the index of each row.
func dealt(t *place, whole, folder string, files int, index func(row string) int) {
	t.Helper()
	if err := os.MkdirAll(t.at(folder), 0o777); err != nil {
		t.Fatal(err)
	}
	header, parts := "", make([]strings.Builder, files)
	lines := bufio.NewScanner(strings.NewReader(read(t, whole)))
	for lines.Scan() {
		if header == "" {
			header = lines.Text() + "\n"
			continue
		}
		part := &parts[index(lines.Text())]
		part.WriteString(lines.Text())
		part.WriteByte('\n')
	}
	for i := range parts {
		write(t, fmt.Sprintf("%s/%02d.csv", folder, i), header+parts[i].String())
	}
}

// day returns the index, among 30 daily files, of a row of a galaxy, which lasts 400.
func day(row string) int {
	t := 0
	fmt.Sscanf(strings.Split(row, ",")[1], "%d", &t) //nolint:errcheck // whole numbers
	return min(29, t*30/400)
}

// TestFilesAreOne: 30 daily files, and files with rows dealt out at random, have the bytes of one file of the
// same rows: in searches and joins, hits and encounters, with all in memory and in slabs of time.
func TestFilesAreOne(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	dataSet(t, "galaxy", "0.2", "stars.csv")
	dataSet(t, "supernovae", "0.2", "novae.csv")
	r := rand.New(rand.NewPCG(3, 30))
	dealt(t, "stars.csv", "days", 30, day)
	dealt(t, "stars.csv", "mixed", 7, func(string) int { return r.IntN(7) })
	for _, args := range [][]string{
		{"join", "--distance", "0.1", "--level", "hits"},
		{"search", "--queries", "novae.csv", "--distance", "0.3", "--level", "encounters"},
		{"search", "--queries", "mixed/*.csv", "--distance", "0.04", "--level", "hits", "--exclude-same-id"},
	} {
		args = append(args, "--device", "cpu", "--out", "out.csv", "--quiet", "--threads", "2")
		must(t, append(args, "--entries", "stars.csv")...)
		want := read(t, "out.csv")
		if strings.Count(want, "\n") < 20 {
			t.Errorf("%v: only %d bytes", args, len(want))
		}
		for _, entries := range []string{"days", "mixed/*.csv"} {
			must(t, append(args, "--entries", entries)...)
			if read(t, "out.csv") != want {
				t.Errorf("%v of %s: another file than of stars.csv", args, entries)
			}
		}
	}
}
