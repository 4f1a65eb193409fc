package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/inventory"
	"flyby/internal/output"
	"flyby/internal/reading"
	"flyby/internal/reading/fileset"
	"flyby/internal/tier"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// TestGenerateInfoSearch: generated data have the same results after a conversion to any format.
func TestGenerateInfoSearch(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	dataSet(t, "supernovae", "0.02", "events.csv")
	want := ""
	for _, ext := range []string{".csv", ".csv.gz", ".csv.zst", ".parquet", ".arrows"} {
		stars := "stars" + ext
		must(t, "generate", "galaxy", "--scale", "0.02", "--seed", "3", "-o", stars)
		var f inventory.Facts
		if err := json.Unmarshal([]byte(must(t, "info", stars, "--json", "--quiet")), &f); err != nil {
			t.Fatal(err)
		}
		if f.Trajectories != 50 || f.Segments != 20_000 || f.Dimensions != 3 || f.Step.Median != 1 || f.End != 400 {
			t.Errorf("info of %s: %+v", stars, f)
		}
		got := must(t, "search", "--entries", stars, "--queries", "events.csv", "--units", "kpc,Myr", "--distance", "1", "--level", "hits")
		if lines := strings.Count(got, "\n"); lines < 10 {
			t.Errorf("%s: %d lines of results, want some", stars, lines)
		}
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("%s gives other results than stars.csv", stars)
		}
	}
	must(t, "generate", "galaxy", "--scale", "0.02", "--seed", "4", "-o", "others.csv")
	if read(t, "others.csv") == read(t, "stars.csv") {
		t.Error("seeds 3 and 4 give the same galaxy")
	}
}

// TestOutputs: the results are the same in every format of output.
func TestOutputs(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	inputs(t)
	for _, level := range levelWords() {
		args := []string{"join", "--entries", "good.csv", "--distance", "1", "--level", level, "--out"}
		want := must(t, append(args, "-")...)
		for _, out := range []string{"o.csv", "o.csv.gz", "o.csv.zst", "o.ndjson", "o.ndjson.gz", "o.jsonl", "o.parquet"} {
			if text := must(t, append(args, out)...); text != "" {
				t.Errorf("--out %s: %q on standard output", out, text)
			}
		}
		if got := read(t, "o.csv"); got != want {
			t.Errorf("o.csv holds %q, standard output was %q", got, want)
		}
		if got := ndjsonAsCSV(t, read(t, "o.ndjson"), strings.Split(strings.SplitN(want, "\n", 2)[0], ",")); got != want {
			t.Errorf("o.ndjson holds %q, want %q", got, want)
		}
		if got := read(t, "o.parquet"); !strings.HasPrefix(got, "PAR1") || !strings.HasSuffix(got, "PAR1") {
			t.Error("o.parquet is no Parquet file")
		}
	}
}

// ndjsonAsCSV converts objects into rows with the columns of header.
func ndjsonAsCSV(t *place, text string, header []string) string {
	t.Helper()
	rows := strings.Join(header, ",") + "\n"
	for line := range strings.Lines(text) {
		var object map[string]any
		if err := json.Unmarshal([]byte(line), &object); err != nil {
			t.Fatal(err)
		}
		var fields []string
		for _, name := range header {
			switch v := object[name].(type) {
			case float64:
				fields = append(fields, strconv.FormatFloat(v, 'g', -1, 64))
			case string:
				fields = append(fields, v)
			case nil: // a missing value in an existing column
				if _, ok := object[name]; !ok {
					t.Fatalf("%s: no %s", line, name)
				}
				fields = append(fields, "")
			default:
				t.Fatalf("%s: %s is %v", line, name, v)
			}
		}
		rows += strings.Join(fields, ",") + "\n"
	}
	return rows
}

// TestOutputDevices: devices and pipes take results without a format in their names, and
// /dev/stdout is standard output.
func TestOutputDevices(on *testing.T) {
	t := beside(on)
	if _, err := os.Stat(os.DevNull); err != nil {
		t.Skip(err)
	}
	inputs(t)
	for _, args := range [][]string{
		{"join", "--entries", "good.csv", "--distance", "1", "--level", "hits"},
		{"join", "--entries", "good.csv", "--distance", "1", "--level", "encounters"},
		{"generate", "supernovae", "--scale", "0.01"},
	} {
		if text := must(t, append(args, "--out", os.DevNull)...); text != "" {
			t.Errorf("flyby %v --out %s: %q on standard output", args, os.DevNull, text)
		}
		if text := must(t, append(args, "--out", "/dev/stdout")...); text != must(t, args...) {
			t.Errorf("flyby %v --out /dev/stdout: %q", args, text)
		}
	}
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	defer writer.Close()
	path := fmt.Sprintf("/dev/fd/%d", writer.Fd())
	if _, err := os.Stat(t.at(path)); err != nil {
		t.Skip(err)
	}
	must(t, "join", "--entries", "good.csv", "--distance", "1", "--out", path)
	writer.Close()
	if got, err := io.ReadAll(reader); err != nil || string(got) != must(t, "join", "--entries", "good.csv", "--distance", "1") {
		t.Errorf("the pipe got %q, %v", got, err)
	}
}

// TestReplacedOutput checks that only a successful run replaces an older file.
func TestReplacedOutput(on *testing.T) {
	t := beside(on)
	inputs(t)
	write(t, "out.csv", "older")
	r := invoke(t, "", "join", "--entries", "nan.csv", "--distance", "1", "--out", "out.csv")
	if got := read(t, "out.csv"); r.status != cli.Failure || got != "older" {
		t.Errorf("status %d, out.csv holds %q", r.status, got)
	}
	must(t, "join", "--entries", "good.csv", "--distance", "1", "--out", "out.csv")
	if got := read(t, "out.csv"); !strings.HasPrefix(got, "query_traj,") {
		t.Errorf("out.csv holds %q", got)
	}
}

// TestExtensions: the extensions in this package equal the extensions of package format.
func TestExtensions(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	root := (&app{}).command()
	chosen := func(path string, all reading.Formats) bool {
		_, err := choose(root, "FILE", path, all)
		return err == nil
	}
	for _, stem := range []string{"", "x"} {
		for _, ext := range []string{".csv", ".parquet", ".xml", ".fcd.xml", ".ndjson", ".jsonl", ".json", ".txt", ".gz", ".tar", "", ".CSV"} {
			for _, packed := range []string{"", ".gz", ".zst", ".bz2"} {
				path := stem + ext + packed
				if path == "" {
					continue
				}
				_, _, err := input.Read(context.Background(), path, format.Options{Reading: format.Reading{Folder: t.folder}})
				known := !strings.Contains(err.Error(), "unknown extension")
				if got := chosen(path, fileset.Formats()); got != known {
					t.Errorf("choose(%q) as input: %v, package format: %v", path, got, known)
				}
				store, _, err := input.Read(context.Background(), "-", format.Options{Reading: format.Reading{Stdin: strings.NewReader("id,t,x,y\n1,0,0,0\n")}})
				if err != nil {
					t.Fatal(err)
				}
				w, err := output.CreateHits(path, store, store, output.WriteOptions{Folder: t.folder})
				if got := chosen(path, output.Written(reading.ResultOutput)); got != (err == nil) {
					t.Errorf("choose(%q) as results: %v, package format: %v", path, got, err)
				}
				if err == nil {
					w.Abort()
				}
				err = output.WriteStore(context.Background(), path, store, output.WriteOptions{Folder: t.folder})
				if got := chosen(path, output.Written(reading.StoreOutput)); got != (err == nil) {
					t.Errorf("choose(%q) as data: %v, package format: %v", path, got, err)
				}
				os.Remove(t.at(path))
			}
		}
	}
}
