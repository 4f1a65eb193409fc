package main

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// TestFewerThreads: where the memory is too little for the lists of all threads, a search takes fewer threads and says so, whether the data
// fit the memory or not.
func TestFewerThreads(on *testing.T) {
	t := heavy(on)
	t.Chdir(t.TempDir())
	ran(t, words("generate galaxy --scale 0.3 --out g.csv --quiet")...)
	want := strings.TrimSpace(ran(t, words("join g.csv --distance 0.05 --count --quiet --device cpu")...))
	told := 0
	for _, size := range []int{140, 180} {
		r := outcome(t, process(t, `exec "$0" "$@"`, words("join g.csv --distance 0.05 --count --device cpu --threads 8 --tmp . --memory %dMB", size)...))
		if r.status != cli.OK || strings.TrimSpace(r.out) != want {
			t.Errorf("--memory %dMB: %+v", size, r)
		}
		if strings.Contains(r.err, "memory is enough for ") && strings.Contains(r.err, fmt.Sprintf(" of %d threads\n", 8)) {
			told++
		}
	}
	if told < 2 {
		t.Errorf("fewer threads were told %d times of 2", told)
	}
}

// withoutThreads returns standard error without the line that says that threads are fewer than asked.
func withoutThreads(text string) string {
	return regexp.MustCompile(`(?m)^flyby: memory is enough for \d+ of \d+ threads\n`).ReplaceAllString(text, "")
}
