package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"flyby"
	"flyby/internal/calibrate"
	"flyby/internal/cli"
	"flyby/internal/predict"
	"flyby/internal/tier"
	"flyby/kernel/host"
)

// tuneCoarsely runs flyby.Tune for the cpu in a second, once for each number of threads: later runs write the same model.
func tuneCoarsely(ctx context.Context, o flyby.Options, path string) (string, error) {
	cpu := host.New(o.Threads)
	o.Progress(flyby.Progress{Phase: "tune", Done: 1, Total: 2, Left: 1})
	if err := ctx.Err(); err != nil {
		return path, err
	}
	made, _ := coarseModels.LoadOrStore(cpu.Device(), sync.OnceValues(func() (*predict.Model, error) {
		return calibrate.Calibrate(context.Background(), cpu, calibrate.Options{Quick: true})
	}))
	model, err := made.(func() (*predict.Model, error))()
	if err == nil && path == "" {
		path, err = predict.DefaultPath(cpu.Device())
	}
	if err == nil {
		err = model.Save(path)
	}
	return path, err
}

// coarseModels are the models that tuneCoarsely has made, by device.
var coarseModels sync.Map

// ownCache makes a new folder the user's cache directory.
func ownCache(t *place) string {
	t.Helper()
	dir := t.TempDir()
	t.T.Setenv("XDG_CACHE_HOME", dir)
	return dir
}

// TestTune: tune writes a model to the file that it names: the file of --out, or the one that
// searches read, which then predict.
func TestTune(on *testing.T) {
	t := alone(on)
	tier.Full(t)
	cache := ownCache(t)
	inputs(t)
	r := invokeOn(t, streams{tune: tuneCoarsely}, "tune", "--device", "cpu", "--threads", "1", "--out", "m.json")
	if r.status != cli.OK || r.out != "" || !strings.HasPrefix(r.err, "performance model of ") || !strings.Contains(r.err, " written to m.json (") {
		t.Fatalf("status %d, stdout %q, stderr %q", r.status, r.out, r.err)
	}
	if _, err := predict.Load(t.at("m.json")); err != nil {
		t.Error(err)
	}
	r = invokeOn(t, streams{tune: tuneCoarsely}, "tune", "--device", "cpu", "--json")
	lines := strings.Split(strings.TrimSpace(r.err), "\n")
	var s tuneSummary
	err := json.Unmarshal([]byte(lines[len(lines)-1]), &s)
	if err != nil || s.Type != "summary" || s.Device == "" || s.Seconds <= 0 || !strings.HasPrefix(s.Model, cache) {
		t.Fatalf("status %d, stderr %q, %v", r.status, r.err, err)
	}
	if !strings.Contains(lines[0], `"phase":"tune"`) {
		t.Errorf("no progress in %q", lines)
	}
	must(t, "join", "--entries", "good.csv", "--distance", "1", "--method", "temporal", "--batching", "model", "--device", "cpu")
	dataSet(t, "galaxy", "0.1", "stars.csv")
	r = invoke(t, "", "join", "--entries", "stars.csv", "--distance", "0.1", "--device", "cpu", "--method", "temporal", "--json")
	if r.status != cli.OK || !strings.Contains(r.err, `"left_s":`) {
		t.Errorf("no time left in %q", r.err)
	}
	if r := invokeOn(t, streams{tune: tuneCoarsely}, "tune", "--device", "cpu", "--quiet"); r.status != cli.OK || r.out+r.err != "" {
		t.Errorf("--quiet: status %d, stdout %q, stderr %q", r.status, r.out, r.err)
	}
}

// TestTuneUsage: wrong usage and files that cannot be written are reported before any measurement.
func TestTuneUsage(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	if err := os.Mkdir(t.at("folder"), 0o777); err != nil {
		t.Fatal(err)
	}
	never := func(context.Context, flyby.Options, string) (string, error) {
		t.Error("it measures")
		return "", nil
	}
	for args, want := range map[string]struct {
		status int
		text   string
	}{
		"tune cpu":                 {cli.WrongUsage, `"cpu": flags only`},
		"tune --device quantum":    {cli.WrongUsage, `--device "quantum": must be auto`},
		"tune --threads -1":        {cli.WrongUsage, "--threads -1: must be positive"},
		"tune --out=":              {cli.WrongUsage, "--out: no file name"},
		"tune --out absent/m.json": {cli.Failure, "write absent/m.json: folder absent does not exist"},
		"tune --out folder":        {cli.Failure, "write folder: is a folder"},
		"tune --device opencl:99":  {cli.NoDevice, `no such device: "opencl:99"`},
	} {
		r := invokeOn(t, streams{tune: never}, strings.Fields(args)...)
		if r.status != want.status || !strings.HasPrefix(r.err, "flyby: "+want.text) {
			t.Errorf("flyby %s: status %d, stderr %q", args, r.status, r.err)
		}
	}
	if got := folder(t); got != "folder" {
		t.Errorf("left behind: %s", got)
	}
}

// TestTuneInterrupted: an interrupt leaves no file of an incomplete model.
func TestTuneInterrupted(on *testing.T) {
	t := alone(on)
	cache := ownCache(t)
	t.Chdir(t.TempDir())
	for _, args := range [][]string{{"tune", "--device", "cpu", "--out", "m.json"}, {"tune", "--device", "cpu"}} {
		ctx, cancel := context.WithCancel(context.Background())
		var text bytes.Buffer
		status := run(ctx, args, streams{in: strings.NewReader(""), out: io.Discard, err: &text,
			tune: func(ctx context.Context, o flyby.Options, path string) (string, error) {
				tell := o.Progress
				o.Progress = func(p flyby.Progress) { // the measurement has begun
					tell(p)
					cancel()
				}
				return tuneCoarsely(ctx, o, path)
			}})
		if status != cli.Interrupted || text.String() != "flyby: interrupted\n" {
			t.Errorf("flyby %v: status %d, stderr %q", args, status, text.String())
		}
		cancel()
	}
	if left := folder(t); left != "" {
		t.Errorf("left behind: %s", left)
	}
	if left, err := filepath.Glob(filepath.Join(cache, "flyby", "models", "*")); err != nil || len(left) > 0 {
		t.Errorf("left in the cache: %v, %v", left, err)
	}
}

// TestModelWarning: a model that cannot be read is reported once, with and without --verbose and
// --json, and the search goes on.
func TestModelWarning(on *testing.T) {
	t := alone(on)
	ownCache(t)
	inputs(t)
	path, err := predict.DefaultPath(host.New(0).Device())
	if err := errors.Join(err, os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(t.at(path), []byte("{"), 0o666)); err != nil {
		t.Fatal(err)
	}
	args := []string{"join", "--entries", "good.csv", "--distance", "1", "--device", "cpu"}
	want := "performance model ignored: run flyby tune (model " + path
	for _, extra := range []string{"--quiet", "--verbose"} {
		r := invoke(t, "", append(args, extra)...)
		if r.status != cli.OK || r.out == "" || strings.Count(r.err, "flyby: "+want) != 1 {
			t.Errorf("%s: status %d, stderr %q", extra, r.status, r.err)
		}
	}
	r := invoke(t, "", append(args, "--json")...)
	var warnings []string
	for line := range strings.Lines(r.err) {
		var m messageLine
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if m.Type == "warning" {
			warnings = append(warnings, m.Message)
		}
	}
	if len(warnings) != 1 || !slices.ContainsFunc(warnings, func(w string) bool { return strings.HasPrefix(w, want) }) {
		t.Errorf("warnings %q in %q", warnings, r.err)
	}
}
