package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"flyby"
	"flyby/internal/calibrate"
	"flyby/internal/cli"
	"flyby/internal/tier"
	"flyby/internal/tune"
	"flyby/kernel"
	"flyby/kernel/opencl"

	"github.com/spf13/cobra"
)

// tuneOpenCL runs flyby.Tune for the first OpenCL device in some seconds.
func tuneOpenCL(ctx context.Context, o flyby.Options, path string) (string, error) {
	devices, err := flyby.Select(o.Device)
	if err != nil {
		return path, err
	}
	d, err := opencl.Provider{}.Open(devices[0], kernel.OpenOptions{Threads: 1})
	if err != nil {
		return path, err
	}
	m, err := calibrate.Calibrate(ctx, d, calibrate.Options{Quick: true, Threads: 1})
	if err == nil {
		err = m.Save(path)
	}
	return path, errors.Join(err, d.Close())
}

// tuned runs tune for data with --json, and returns its answer.
func tuned(t *place, format string, args ...any) (r tune.Result) {
	t.Helper()
	out := must(t, words("tune --json --quiet "+format, args...)...)
	if err := json.Unmarshal([]byte(out), &r); err != nil || r.Type != "tuning" {
		t.Fatalf("%s: %v", out, err)
	}
	return r
}

// TestTuneOfData: tune makes a model first where there is none, and says so; then it tells the times of the search, as text, as JSON and in files.
func TestTuneOfData(on *testing.T) {
	t := alone(on)
	ownCache(t)
	inputs(t)
	join := words("tune --entries good.csv --distance 1 --device cpu --threads 1")
	for i, warned := range []bool{true, false} {
		r := invokeOn(t, streams{tune: tuneCoarsely}, join...)
		if r.status != cli.OK || strings.Contains(r.err, "no model of cpu yet: measuring it first") != warned || !strings.Contains(r.out, "  T_GPU(s)  T_CPU(s)") || !strings.Contains(r.out, "\n5 entry segments x 5 query segments on ") {
			t.Fatalf("run %d: %+v", i, r)
		}
	}
	first := tuned(t, "--entries good.csv --distance 1 --device cpu --threads 1")
	if first.Queries != 5 || first.BatchSize < 1 || first.BatchSize > 5 || len(first.Sizes) < 2 || first.Measured != nil || first.PredictedS <= 0 {
		t.Errorf("%+v", first)
	}
	if m := explained(t, "join good.csv --distance 1 --device cpu --threads 1 --method temporal --batching model"); m.BatchSize != first.BatchSize || m.Batches == 0 {
		t.Errorf("explained %+v, tuned %+v", m, first)
	}
	measured := tuned(t, "--entries good.csv --queries good.csv --exclude-same-id --distance 1 --device cpu --threads 1 --measure 20min --seed 9")
	if m := measured.Measured; m == nil || m.Seed != 9 || m.BoundS != 1200 || m.BatchSize == 0 || m.Slowdown == nil || len(m.LeftOut) != 0 || measured.Sizes[0].Runs < 3 {
		t.Errorf("%+v, %+v", measured, m)
	}
	for name, want := range map[string]string{"t.csv": "batch_size,batches,alpha", "t.html": "<!doctype html>", "t.svg": "<?xml"} {
		r := invoke(t, "", append(join, "--out", name)...)
		if text := read(t, name); r.status != cli.OK || r.out != "" || !strings.Contains(r.err, " written to "+name+"; best by the model: ") || !strings.HasPrefix(text, want) {
			t.Errorf("%s: %+v, %q", name, r, text)
		}
	}
	r := invoke(t, "", append(join, "--out", "t.csv", "--json")...)
	if lines := strings.Split(strings.TrimSpace(r.err), "\n"); !strings.Contains(lines[len(lines)-1], `"type":"summary","command":"tune"`) || !strings.Contains(lines[len(lines)-1], `"out":"t.csv"`) {
		t.Errorf("%+v", r)
	}
	if r := invokeOn(t, streams{out: closedOutput{}}, join...); r.status != cli.Failure || !strings.Contains(r.err, "write standard output: is closed") {
		t.Errorf("%+v", r)
	}
}

// TestTuneOfDataUsage: wrong usage of tune for data is refused before a device is measured.
func TestTuneOfDataUsage(on *testing.T) {
	t := alone(on)
	ownCache(t)
	inputs(t)
	never := func(context.Context, flyby.Options, string) (string, error) {
		return "", errors.New("it measures")
	}
	const data = "tune --entries good.csv --distance 1 --device cpu "
	for args, want := range map[string]struct {
		status int
		text   string
	}{
		"tune --distance 1":                         {cli.WrongUsage, "--distance: is for data, and --entries names none"},
		"tune --measure":                            {cli.WrongUsage, "--measure: is for data, and --entries names none"},
		"tune --query-columns t=none":               {cli.WrongUsage, "--query-columns: is for data, and --entries names none"},
		"tune --entries good.csv":                   {cli.WrongUsage, "--distance D is missing"},
		data + "--out t.txt":                        {cli.WrongUsage, "--out t.txt: unknown extension (known: .csv .html .svg)"},
		data + "--out absent/t.csv":                 {cli.Failure, "write absent/t.csv: folder absent does not exist"},
		data + "--out good.csv":                     {cli.WrongUsage, "--out good.csv: is the same file as --entries"},
		data + "--seed 3":                           {cli.WrongUsage, "--seed: is for --measure"},
		data + "--measure long":                     {cli.WrongUsage, `"long": flags only, no arguments`},
		data + "--measure=long":                     {cli.WrongUsage, `--measure "long": `},
		data + "--measure 0":                        {cli.WrongUsage, "--measure 0: must be above 0"},
		data + "--measure 1 2":                      {cli.WrongUsage, `"1": flags only, no arguments`},
		data + "--model=":                           {cli.WrongUsage, "--model: no file name"},
		data + "--model absent.json":                {cli.Failure, "model "},
		data + "--exclude-same-id":                  {cli.WrongUsage, "--exclude-same-id: is for the queries"},
		"join good.csv --distance 1 --model m.json": {cli.WrongUsage, "--model: is for --method spatiotemporal or temporal"},
		"join good.csv --distance 1 --device cpu --method temporal --model absent.json": {cli.Failure, "model "},
	} {
		r := invokeOn(t, streams{tune: never}, strings.Fields(args)...)
		if r.status != want.status || !strings.HasPrefix(r.err, "flyby: "+want.text) {
			t.Errorf("flyby %s: status %d, stderr %q", args, r.status, r.err)
		}
	}
}

// TestTuneOnOpenCL: the times of a search on an OpenCL device are predicted and measured; a model of that device is refused for another one, by tune and by searches.
func TestTuneOnOpenCL(on *testing.T) {
	t := alone(on)
	tier.Full(t)
	ownCache(t)
	t.Chdir(t.TempDir())
	must(t, words("generate galaxy --scale 0.01 --out stars.csv")...)
	if r := invokeOn(t, streams{tune: tuneOpenCL}, words("tune --device opencl:0 --out cl.json")...); r.status != cli.OK {
		t.Fatalf("%+v", r)
	}
	r := tuned(t, "--entries stars.csv --distance 1 --device opencl:0 --model cl.json --measure 30")
	if r.Measured == nil || r.Measured.BatchSize == 0 || r.BatchSize == 0 || len(r.Sizes) < 12 {
		t.Errorf("%+v", r)
	}
	if m := explained(t, "join stars.csv --distance 1 --device opencl:0 --method temporal --model cl.json --batching model"); m.BatchSize != r.BatchSize || m.Seconds == nil || m.Tunes {
		t.Errorf("explained %+v, tuned %d", m, r.BatchSize)
	}
	for _, line := range []string{"tune --entries stars.csv --distance 1 --device cpu --model cl.json", "join stars.csv --distance 1 --device cpu --method temporal --model cl.json"} {
		r := invoke(t, "", words("%s", line)...)
		if r.status != cli.Failure || !strings.Contains(r.err, "cl.json: another device: it is for \"") || !strings.Contains(r.err, ", not for \"") || r.out != "" {
			t.Errorf("%s: %+v", line, r)
		}
	}
}

// TestTuneWithoutAbility: a device that cannot run the method temporal is wrong usage, which names the device.
func TestTuneWithoutAbility(t *testing.T) {
	of := tuning{}
	of.device = "other:0"
	err := of.refused(&cobra.Command{Use: "tune"}, nil, fmt.Errorf("engine: method temporal on Other: %w", kernel.ErrAbility))
	if text, status := cli.Complaint(t.Context(), err, flyby.ErrNoDevice); status != cli.WrongUsage || !strings.HasPrefix(text, "--device other:0: method temporal on Other: ") {
		t.Errorf("status %d, %q", status, text)
	}
}
