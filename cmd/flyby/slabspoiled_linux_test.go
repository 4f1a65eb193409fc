package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/tier"
	"flyby/slabs"
)

// spoil changes a file.
func spoil(t *place, name string, change func([]byte) []byte) {
	t.Helper()
	write(t, name, string(change([]byte(read(t, name)))))
}

// cutShort and flipped are the damages that disks and people do to files.
func cutShort(text []byte) []byte { return text[:len(text)*2/3] }

func flipped(text []byte) []byte {
	text[len(text)/2] ^= 1
	return text
}

// TestSlabPartsSpoiled: a part that is missing, cut short, flipped, empty, of another plan or another slab, or
// replaced by a folder is listed by status and by merge, which writes nothing; running the listed slabs mends it.
func TestSlabPartsSpoiled(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	plannedDarts(t, 30, 60, "9")
	must(t, "slab", "plan", "--entries", "darts.csv", "--distance", "0.06", "--dir", "other", "--slabs", "9")
	for _, dir := range []string{"work", "other"} {
		if r := ranSlab(t, "run", dir, "--missing"); r.status != cli.OK {
			t.Fatalf("%+v", r)
		}
	}
	if err := os.Remove(t.at("work/part-0")); err != nil {
		t.Fatal(err)
	}
	spoil(t, "work/part-2", cutShort)
	spoil(t, "work/part-3", flipped)
	write(t, "work/part-4", read(t, "other/part-4"))
	write(t, "work/part-5", read(t, "work/part-6"))
	write(t, "work/part-7", "")

	r := ranSlab(t, "status", "work")
	if want := "done     1,6,8\nmissing  0\ndamaged  2-5,7\nslab 2: work/part-2: "; r.status != cli.Failure || !strings.HasPrefix(r.out, want) || r.err != "flyby: 6 of 9 slabs to run: flyby slab run work --missing\n" {
		t.Errorf("status: %+v", r)
	}
	for _, out := range []string{"near.csv", "-"} {
		r := ranSlab(t, "merge", "work", "--out", out)
		if r.status != cli.Failure || r.out != "" || !strings.HasPrefix(r.err, "flyby: work: parts of slabs 0 are missing (part-0), parts of slabs 2-5,7 are damaged (work/part-2: ") || !strings.HasSuffix(r.err, ": flyby slab run work --missing\n") {
			t.Errorf("merge: %+v", r)
		}
	}
	if all := folder(t); all != "darts.csv one.csv other work" {
		t.Errorf("left: %s", all)
	}
	var s slabs.Tally
	if err := json.Unmarshal([]byte(ranSlab(t, "status", "work", "--json").out), &s); err != nil {
		t.Fatal(err)
	}
	if r := ranSlab(t, "run", "work", "--slab", s.Damaged); r.status != cli.OK || strings.Count(r.out, "slab ") != 5 || strings.Contains(r.out, "before") {
		t.Errorf("run --slab: %+v", r)
	}
	if r := ranSlab(t, "run", "work", "--missing"); r.status != cli.OK || strings.Count(r.out, "slab ") != 1 {
		t.Errorf("run --missing: %+v", r)
	}
	wantMerged(t)
}

// TestSlabPartIsFolder: a worker that cannot replace the entry at a part's name, such as a folder, reports it and
// leaves the entry.
func TestSlabPartIsFolder(on *testing.T) {
	t := beside(on)
	plannedDarts(t, 20, 10, "2")
	writeIn(t, "work/part-1/keep", "me")
	before := entriesOf(t, "work")
	r := ranSlab(t, "run", "work", "--slab", "1")
	if r.status != cli.Failure || r.err != "flyby: write to folder work: rename: file exists\n" || entriesOf(t, "work") != before || read(t, "work/part-1/keep") != "me" {
		t.Errorf("%+v, left %s", r, entriesOf(t, "work"))
	}
	if r := ranSlab(t, "status", "work"); r.status != cli.Failure || !strings.Contains(r.out, "damaged  1\nslab 1: work/part-1: ") {
		t.Errorf("%+v", r)
	}
}

// TestSlabFilesSpoiled: a slab, or the ids, changed, cut short, gone or of another plan ends with exit status 1, the
// slab, the file and the difference; no part, and no output.
func TestSlabFilesSpoiled(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	plannedDarts(t, 30, 20, "3")
	must(t, "slab", "plan", "--entries", "darts.csv", "--distance", "0.06", "--dir", "other", "--slabs", "3")
	good, names := read(t, "work/slab-1"), read(t, "work/names")
	for what, c := range map[string]struct {
		change func([]byte) []byte
		says   string
	}{
		"flipped":      {flipped, "its checksum is another"},
		"cut short":    {cutShort, " bytes, planned "},
		"empty":        {func([]byte) []byte { return nil }, ": 0 bytes, planned "},
		"another plan": {nil, "it is of another kind or number, or belongs to something else"},
		"gone":         {nil, "no such file or directory"},
	} {
		for _, name := range []string{"slab-1", "names"} {
			path := "work/" + name
			if name == "names" {
				must(t, "slab", "run", "work", "--missing")
			}
			switch {
			case c.change != nil:
				spoil(t, path, c.change)
			case what == "gone":
				if err := os.Remove(t.at(path)); err != nil {
					t.Fatal(err)
				}
			default:
				write(t, path, read(t, "other/"+name))
			}
			args, of := []string{"run", "work", "--slab", "1"}, "slab 1: "
			if name == "names" {
				args, of = []string{"merge", "work", "--out", "near.csv"}, ""
			}
			r := ranSlab(t, args...)
			if r.status != cli.Failure || r.out != "" || !strings.HasPrefix(r.err, "flyby: "+of+path+": ") || !strings.Contains(r.err, c.says) || !strings.HasSuffix(r.err, ": it is not as it was planned: plan again\n") {
				t.Errorf("%s is %s: %+v", name, what, r)
			}
			if left := globbed(t, "work/*part-1*"); name == "slab-1" && left != nil {
				t.Errorf("%s is %s: left %v", name, what, left)
			}
			write(t, "work/slab-1", good)
			write(t, "work/names", names)
		}
		if err := os.Remove(t.at("work/part-1")); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(t.at("near.csv")); err == nil {
		t.Error("merged")
	}
}

// TestSlabManifestSpoiled: with a manifest that is edited, cut short or gone, of another format, or of another
// program (this one and a byte), every command names the fault, and asks to plan again.
func TestSlabManifestSpoiled(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	plannedDarts(t, 20, 10, "2")
	must(t, "slab", "run", "work", "--missing")
	good, before := read(t, "work/manifest.json"), folder(t)
	replaced := func(old, by string) func([]byte) []byte {
		return func(text []byte) []byte { return []byte(strings.Replace(string(text), old, by, 1)) }
	}
	const self, another = `exec "$0" "$@"`, `cp "$0" another; echo >>another; ./another "$@"; status=$?; rm another; exit $status`
	for what, c := range map[string]struct {
		script string
		change func([]byte) []byte
		says   string
	}{
		"edited":          {self, replaced(`"distance": 0.05`, `"distance": 0.06`), ": its checksum is another: it is not as it was planned: plan again\n"},
		"cut short":       {self, cutShort, ": unexpected end of JSON input: it is not as it was planned: plan again\n"},
		"empty":           {self, func([]byte) []byte { return nil }, ": unexpected end of JSON input: it is not as it was planned: plan again\n"},
		"another format":  {self, replaced(`"format": 1`, `"format": 2`), ": it is of format 2, this is 1: plan again, or "},
		"another program": {another, func(text []byte) []byte { return text }, ": it is of program flyby "},
	} {
		spoil(t, "work/manifest.json", c.change)
		for _, line := range []string{"run work --missing", "status work", "merge work --out near.csv", "script slurm work --out near.csv"} {
			r := outcome(t, process(t, c.script, append([]string{"slab"}, strings.Fields(line)...)...))
			if r.status != cli.Failure || r.out != "" || !strings.HasPrefix(r.err, "flyby: work/manifest.json"+c.says) || !strings.Contains(r.err, "plan again") {
				t.Errorf("%s: %s: %+v", what, line, r)
			}
		}
		if after := folder(t); after != before {
			t.Errorf("%s: left %s", what, after)
		}
		write(t, "work/manifest.json", good)
	}
	wantMerged(t)
}

// TestSlabPlanAgain: a folder with the same plan stays as it is, with its parts; a folder with another plan, a folder
// with other files, and a file are errors, and stay as they are.
func TestSlabPlanAgain(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	plannedDarts(t, 20, 10, "2")
	must(t, "slab", "run", "work", "--slab", "1")
	writeIn(t, "mine/notes", "mine")
	write(t, "file", "mine")
	if err := os.Mkdir(t.at("empty"), 0o777); err != nil {
		t.Fatal(err)
	}
	before := entriesOf(t, "work")
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{planDarts("work", "2"), cli.OK, ""},
		{planDarts("work", "3"), cli.Failure, "plan: folder work has another plan: name another folder, or empty it"},
		{planDarts("work", "2", "--limit", "4"), cli.Failure, "plan: folder work has another plan: name another folder, or empty it"},
		{planDarts("mine", "2"), cli.Failure, "plan: folder mine is not empty and has no manifest.json: name another, or empty it"},
		{planDarts("file", "2"), cli.Failure, "write to folder file: not a directory"},
		{planDarts("empty", "2"), cli.OK, ""},
	} {
		r := outcome(t, process(t, `exec "$0" "$@"`, c.args...))
		if says := strings.TrimSuffix(strings.TrimPrefix(r.err, "flyby: "), "\n"); r.status != c.status || says != c.says {
			t.Errorf("%v: %+v, want %s", c.args, r, c.says)
		}
		if before := c.args[7] == "work" && c.status == cli.OK; strings.Contains(r.out, ": planned before, 2 slabs of time") != before {
			t.Errorf("%v: %s", c.args, r.out)
		}
	}
	if after := entriesOf(t, "work") + read(t, "mine/notes") + entriesOf(t, "mine") + read(t, "file"); after != before+"minenotesmine" {
		t.Errorf("left %s", after)
	}
}

// TestSlabPlanBadInput: planning reports bad rows as a join does, and leaves no folder.
func TestSlabPlanBadInput(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	for _, rows := range []string{"1,0,0,0\n1,5,zz,1\n", "1,0,0,0\n1,0,1,1\n1,0,2,2\n", "1,0,0\n", "1,0,0,NaN\n", "", "1,noon,0,0\n"} {
		write(t, "darts.csv", "id,t,x,y\n"+rows)
		plan, join := invoke(t, "", planDarts("work", "2")...), invoke(t, "", "join", "darts.csv", "--distance", "0.05")
		if join.status != cli.Failure || plan != join || !strings.HasPrefix(plan.err, "flyby: darts.csv") {
			t.Errorf("%q: %+v, want %+v", rows, plan, join)
		}
		if all := folder(t); all != "darts.csv" {
			t.Errorf("%q: left %s", rows, all)
		}
	}
}

// TestSlabLeastMemory: a --memory of planning, of a run or of merging that is too little is refused with the least
// that suffices; the parts and the file are the same.
func TestSlabLeastMemory(on *testing.T) {
	t := heavy(on)
	plannedDarts(t, 60, 200, "4")
	for _, args := range [][]string{
		{"slab", "plan", "--entries", "darts.csv", "--distance", "0.05", "--dir", "other"},
		{"slab", "run", "work", "--missing", "--device", "cpu", "--threads", "2"},
		{"slab", "merge", "work", "--out", "near.csv"},
	} {
		before := folder(t) + entriesOf(t, "work")
		refused := outcome(t, process(t, `exec "$0" "$@"`, with(args, "--memory", "1MB")...))
		least, ok := saidLeast(t, refused)
		if !ok || !strings.HasPrefix(refused.err, "flyby: memory 977 KiB: ") || folder(t)+entriesOf(t, "work") != before {
			t.Errorf("%v: %+v, left %s", args, refused, folder(t))
			continue
		}
		if r := outcome(t, process(t, `exec "$0" "$@"`, with(args, "--memory", inBytes(withMargin(least)))...)); r.status != cli.OK {
			t.Errorf("%v in %d bytes: %+v", args, withMargin(least), r)
		}
	}
	if read(t, "near.csv") != read(t, "one.csv") {
		t.Error("not the bytes of one run")
	}
}
