package main

import (
	"strconv"
	"strings"
)

// peak runs the command as a process of its own, and returns the most memory that it held.
func peak(t *place, line string) (r result, bytes int) {
	t.Helper()
	c := process(t, `exec "$0" "$@"`, strings.Fields(line)...)
	c.Env = append(c.Env, asCommand+"="+tellPeak)
	r = outcome(t, c)
	lines := strings.Split(strings.TrimSpace(r.err), "\n")
	bytes, err := strconv.Atoi(lines[len(lines)-1])
	if err != nil {
		t.Fatalf("%+v: %v", r, err)
	}
	return r, bytes
}
