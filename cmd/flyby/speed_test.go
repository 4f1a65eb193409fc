package main

import (
	"encoding/json"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/inventory"
)

// ran returns the standard output of a command that succeeds, perhaps with warnings.
func ran(t *place, args ...string) string {
	t.Helper()
	r := invoke(t, "", args...)
	if r.status != cli.OK {
		t.Fatalf("flyby %v: %+v", args, r)
	}
	return r.out
}

// TestMaxSpeedVerified: verify accepts the results of search and join with a limit of speed, given the same limit, and
// rejects them without it.
func TestMaxSpeedVerified(on *testing.T) {
	t := beside(on)
	inputs(t)
	for _, c := range []struct{ result, command, told string }{
		{"met.csv", "join --level encounters", "--entries spikes.csv --distance 20km"},
		{"hits.ndjson", "join --level hits", "--entries turns.csv --distance 80 --max-gap 12"},
		{"found.csv", "search --level encounters", "--entries turns.csv --queries turns.csv --exclude-same-id --distance 80"},
	} {
		limit := " --max-speed " + map[bool]string{true: "50kn", false: "2"}[strings.Contains(c.told, "spikes")]
		ran(t, words("%s %s --device cpu --out %s", c.command, c.told+limit, c.result)...)
		for flags, status := range map[string]int{c.told + limit: cli.OK, c.told: cli.Failure} {
			if r := invoke(t, "", words("verify %s %s", c.result, flags)...); r.status != status {
				t.Errorf("verify %s %s: %+v", c.result, flags, r)
			}
		}
	}
}

// TestMaxSpeedConverted: convert reports gaps that the same limit restores, and the limit restores them.
func TestMaxSpeedConverted(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "jump.csv", "id,t,x,y\n1,0,0,0\n1,1,1,0\n1,2,90,0\n1,3,91,0\n2,0,0,1\n2,9,90,1\n")
	r := invoke(t, "", words("convert jump.csv --max-speed 10 --out neutral.csv")...)
	if !strings.Contains(r.err, "1 gap was not written, since columns have none: read the result with the same --max-speed\n") {
		t.Errorf("%+v", r)
	}
	want := ran(t, words("join jump.csv --distance 50 --max-speed 10")...)
	if got := ran(t, words("join neutral.csv --distance 50 --max-speed 10")...); got != want || strings.Count(want, "\n") != 2 {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// TestMaxSpeedCounted: the summary counts gaps and rows of entries and queries together, and info the same of its
// files.
func TestMaxSpeedCounted(on *testing.T) {
	t := beside(on)
	inputs(t)
	r := invoke(t, "", words("search --entries turns.csv --queries turns.csv --distance 1 --max-speed 2 --json")...)
	lines := strings.Split(strings.TrimSpace(r.err), "\n")
	var s summary
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &s); err != nil || s.SpeedGaps != 2 || s.CutOff != 1 {
		t.Errorf("one set as both: %v, %+v", err, s)
	}
	write(t, "others.csv", read(t, "turns.csv"))
	r = invoke(t, "", words("search --entries turns.csv --queries others.csv --distance 1 --max-speed 2 --json")...)
	lines = strings.Split(strings.TrimSpace(r.err), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &s); err != nil || s.SpeedGaps != 4 || s.CutOff != 2 {
		t.Errorf("two sets: %v, %+v", err, s)
	}
	var f inventory.Facts
	if err := json.Unmarshal([]byte(ran(t, words("info turns.csv --max-speed 2 --json")...)), &f); err != nil || f.SpeedGaps != 2 || f.CutOff != 1 || f.Gaps != 2 || f.Samples != 10 {
		t.Errorf("%v, %+v", err, f)
	}
}

// TestInfoNamesTheLimit: the limit of speed that info names leaves out the jumps that it counts, and no other segment.
func TestInfoNamesTheLimit(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	var b strings.Builder
	b.WriteString("id,t,x,y\n")
	for i := range 500 {
		x := 0.37 * float64(i)
		if i%250 == 77 {
			x += 1000
		}
		b.WriteString(strings.Join([]string{"7", number(float64(i)), number(x), "0\n"}, ","))
	}
	write(t, "walk.csv", b.String())
	var before, after inventory.Facts
	if err := json.Unmarshal([]byte(ran(t, words("info walk.csv --json")...)), &before); err != nil || before.Jumps != 4 {
		t.Fatalf("%v, %d jumps", err, before.Jumps)
	}
	_, flag, _ := strings.Cut(strings.Join(before.Notes, "\n"), "; ")
	flag, _, _ = strings.Cut(flag, " leaves")
	if err := json.Unmarshal([]byte(ran(t, words("info walk.csv --json %s", flag)...)), &after); err != nil {
		t.Fatal(err)
	}
	if after.Jumps > 0 || after.CutOff != 2 || after.SpeedGaps != 2 || after.Segments != before.Segments-4 {
		t.Errorf("%s: %+v", flag, after)
	}
}
