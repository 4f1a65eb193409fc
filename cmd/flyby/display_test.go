package main

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"flyby"
	"flyby/internal/cli"
	hostmemory "flyby/internal/memory"
	"flyby/internal/tier"
)

// TestJSON: progress and the summary, each an object on a line of its own, go to standard error,
// and results alone to standard output.
func TestJSON(on *testing.T) {
	t := beside(on)
	inputs(t)
	for _, level := range []string{"hits", "encounters"} {
		r := invoke(t, "", "search", "--entries", "good.csv", "--queries", "queries.csv", "--distance", "0.5", "--json", "--level", level, "--verbose")
		if r.status != cli.OK || !strings.HasPrefix(r.out, "query_traj,") {
			t.Fatalf("status %d, stdout %q, stderr %q", r.status, r.out, r.err)
		}
		var types []string
		var last map[string]any
		for line := range strings.Lines(r.err) {
			last = nil
			if err := json.Unmarshal([]byte(line), &last); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			types = append(types, last["type"].(string))
		}
		if !slices.Contains(types, "progress") || !slices.Contains(types, "log") || types[len(types)-1] != "summary" {
			t.Errorf("types of lines: %v", types)
		}
		for key, want := range map[string]any{"entries": 5.0, "queries": 2.0, "hits": 4.0, "method": "spatiotemporal", "command": "search"} {
			if last[key] != want {
				t.Errorf("%s is %v, want %v", key, last[key], want)
			}
		}
		for _, key := range []string{"load_s", "index_s", "search_s", "write_s", "total_s", "peak_bytes"} {
			if v, ok := last[key].(float64); !ok || v < 0 {
				t.Errorf("%s is %v", key, last[key])
			}
		}
		if parts := last["load_s"].(float64) + last["index_s"].(float64) + last["search_s"].(float64); last["total_s"].(float64) < parts || last["peak_bytes"].(float64) < 1<<20 {
			t.Errorf("%v s in all, %v s of reading, indexing and searching, %v bytes", last["total_s"], parts, last["peak_bytes"])
		}
		if last["device"] == "" || (last["encounters"] != nil) != (level == "encounters") {
			t.Errorf("device %v, encounters %v", last["device"], last["encounters"])
		}
	}
}

// TestTerminal: a terminal shows bars and a summary, in colour unless a flag or variable forbids
// it, and nothing with --quiet.
func TestTerminal(on *testing.T) {
	t := beside(on)
	inputs(t)
	args := []string{"join", "--entries", "good.csv", "--distance", "1", "--out", "out.csv"}
	for _, c := range []struct {
		name         string
		s            streams
		extra        []string
		bar, summary bool
	}{
		{"terminal", streams{terminal: true}, nil, true, true},
		{"colours", streams{terminal: true, color: true}, nil, true, true},
		{"quiet", streams{terminal: true, color: true}, []string{"--quiet"}, false, false},
		{"piped", streams{}, nil, false, false},
		{"verbose", streams{}, []string{"--verbose"}, false, true},
		{"json", streams{terminal: true, color: true}, []string{"--json"}, false, false},
	} {
		var out, err bytes.Buffer
		c.s.out, c.s.err = &out, &err
		r := invokeOn(t, c.s, append(args, c.extra...)...)
		text := err.String()
		if r.status != cli.OK || out.Len() > 0 {
			t.Fatalf("%s: status %d, stdout %q, stderr %q", c.name, r.status, out.String(), text)
		}
		if got := strings.Contains(text, "─"); got != c.bar {
			t.Errorf("%s: a bar is shown: %v; stderr %q", c.name, got, text)
		}
		if got := strings.Contains(text, "5 entry segments x 5 query segments: 3 hits"); got != c.summary {
			t.Errorf("%s: a summary is shown: %v; stderr %q", c.name, got, text)
		}
		if !c.s.color && strings.Contains(text, "\x1b[3") {
			t.Errorf("%s: colours in %q", c.name, text)
		}
	}
}

// TestTimeLeft: bars and JSON show the library's estimate of the time left, and no guess of the
// bar's own.
func TestTimeLeft(on *testing.T) {
	t := beside(on)
	told := []flyby.Progress{
		{Phase: "tune", Total: 1, Left: 200 * time.Second},
		{Phase: "tune", Done: 0.5, Total: 1, Left: 100 * time.Second},
		{Phase: "search", Total: 1},
		{Phase: "search", Done: 0.5, Total: 1, Left: 1500 * time.Millisecond},
	}
	for _, c := range []struct {
		name string
		app  *app
		want []string
	}{
		{"bar", &app{streams: streams{terminal: true}}, []string{"tune, 3m20s left", "tune, 1m40s left", "search ", "search, 2s left"}},
		{"json", &app{displayFlags: displayFlags{json: true}}, []string{
			`{"type":"progress","phase":"tune","unit":"","done":0,"total":100,"left_s":200}`,
			`{"type":"progress","phase":"tune","unit":"","done":50,"total":100,"left_s":100}`,
			`{"type":"progress","phase":"search","unit":"queries","done":0,"total":8}`,
			`{"type":"progress","phase":"search","unit":"queries","done":4,"total":8,"left_s":1.5}`,
		}},
	} {
		d := &display{app: c.app}
		for i, p := range told {
			var err bytes.Buffer
			c.app.err = &err
			d.shown = time.Time{}
			d.follow(p, 8)
			if text := err.String(); !strings.Contains(text, c.want[i]) || strings.Contains(text, "0s:") {
				t.Errorf("%s of %+v: %q, want %q", c.name, p, text, c.want[i])
			}
			d.clear() // the next bar is drawn anew
		}
	}
}

// TestDemo: the demo has both stories, and they are the same for every scale that has them.
func TestDemo(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	inputs(t)
	text := must(t, "demo", "--scale", "0.2")
	for _, want := range []string{
		"1. Stars and supernovae", "2,000 events against 200,000 segments of 500 trajectories: ",
		"2. Near misses", "20,941 segments of 250 trajectories", "relative speed", " km/h",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
	// The commands that the demo prints run.
	text = must(t, "demo", "--scale", "0.2", "--out", "d")
	commands := 0
	for line := range strings.Lines(text) {
		command, ok := strings.CutPrefix(strings.TrimSpace(line), "flyby ")
		if !ok {
			continue
		}
		commands++
		words := strings.Fields(command)
		out := words[len(words)-1]
		saved := read(t, out)
		must(t, words...)
		if again := read(t, out); again != saved || strings.Count(again, "\n") < 3 {
			t.Errorf("flyby %s: %d bytes, the demo saved %d", command, len(again), len(saved))
		}
	}
	if commands != 2 {
		t.Errorf("%d commands in %s", commands, text)
	}
}

// TestDevices: the cpu is listed first.
func TestDevices(on *testing.T) {
	t := beside(on)
	if text := must(t, "devices"); !strings.Contains(text, "\ncpu ") {
		t.Errorf("no cpu in %s", text)
	}
	var first deviceJSON
	line, _, _ := strings.Cut(must(t, "devices", "--json"), "\n")
	if err := json.Unmarshal([]byte(line), &first); err != nil || first.Device != "cpu" || !first.Float64 || first.Units < 1 {
		t.Errorf("first device %q, %v", line, err)
	}
}

func TestVersion(on *testing.T) {
	t := beside(on)
	text := must(t, "version")
	if !strings.HasPrefix(text, "flyby ") || !strings.Contains(text, " go1.") || text != must(t, "--version") {
		t.Errorf("version %q, --version %q", text, must(t, "--version"))
	}
}

// TestNumbers: numbers in messages have separators and units for human readers.
func TestNumbers(on *testing.T) {
	t := beside(on)
	for got, want := range map[string]string{
		hostmemory.Count(1234567): "1,234,567", hostmemory.Count(-1000): "-1,000", hostmemory.Count(999): "999", hostmemory.Count(uint64(0)): "0",
		plural(1, "hit"): "1 hit", plural(2, "query"): "2 queries", plural(1000, "gap"): "1,000 gaps",
		hostmemory.Size(512): "512 B", hostmemory.Size(3 << 29): "1.5 GiB", hostmemory.Size(200 << 20): "200 MiB",
		seconds(1500e6): "1.5 s", seconds(25e6): "25 ms", seconds(900): "1 µs",
		number(0.1): "0.1", number(1e6): "1000000", number(1.0 / 3): "0.333333",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
