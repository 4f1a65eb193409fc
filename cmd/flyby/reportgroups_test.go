package main

import (
	"os"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// groupQuestions returns arguments of convoys for herd.csv, of rows with and without members at ticks.
func groupQuestions() []string {
	return []string{
		"--distance 1 --min-size 2 --min-duration 0", "--distance 1 --min-size 2 --min-duration 0.5 --max-break 3", "--distance 2 --min-size 3 --method cmc --min-ticks 2 --clock 0.5",
		"--distance 2 --min-size 2 --method mc --min-ticks 2 --clock 0.5", "--distance 0 --min-size 2 --min-duration 0", "--distance 1 --min-size 2 --min-duration 0 --from 40 --to 90",
	}
}

// TestReportOfGroups: a page is made of every file that convoys writes, in any format, of data in memory and
// not, with the threshold of the file's metadata.
func TestReportOfGroups(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	herd(t, "herd.csv", 15)
	for i, ask := range groupQuestions() {
		names := []string{"g.ndjson", "g.parquet", "g.csv", "g.arrows", "g.csv.gz"}
		if i > 0 {
			names = []string{names[i%2], names[2]}
		}
		for _, name := range names {
			must(t, words("convoys herd.csv %s --out %s --device cpu", ask, name)...)
			must(t, words("report %s --entries herd.csv --out held.html", name)...)
			if r := invokeOn(t, streams{outgrown: true}, words("report %s --entries herd.csv --memory 4GB --out outgrown.html", name)...); r.status != cli.OK {
				t.Fatalf("%s: %+v", ask, r)
			}
			held, binary := read(t, "held.html"), strings.HasSuffix(name, ".parquet") || strings.HasSuffix(name, ".arrows")
			if outgrown := read(t, "outgrown.html"); held != outgrown && !strings.Contains(outgrown, "were not read") {
				t.Errorf("%s %s: %d bytes, and %d of data that outgrow memory", ask, name, len(held), len(outgrown))
			}
			if name == "g.ndjson" && read(t, name) == "" {
				continue // the format names no kind for a file without rows
			}
			if d := pageData(t, held); (d.Threshold != nil) != binary || len(d.Groups) == 0 != strings.Contains(ask, "--distance 0") {
				t.Errorf("%s %s: %d groups within %v", ask, name, len(d.Groups), d.Threshold)
			}
		}
	}
}

// TestReportOfGroupsAtOnce: convoys writes the page that flyby report makes of its rows in Parquet, up to
// the page's title, of data in memory and not.
func TestReportOfGroupsAtOnce(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	herd(t, "herd.csv", 15)
	for _, ask := range append(groupQuestions(), "--distance 1m --units m,s --min-size 2 --min-duration 0", "--distance 1 --min-size 2 --min-duration 0 --having size>=3") {
		units := ""
		if strings.Contains(ask, "--units") {
			units = "--units m,s"
		}
		must(t, words("convoys herd.csv %s --out g.parquet --device cpu", ask)...)
		must(t, words("report g.parquet --entries herd.csv %s --out apart.html", units)...)
		apart := strings.ReplaceAll(read(t, "apart.html"), ">g.parquet: ", ">convoys of herd.csv: ")
		for _, s := range []streams{{}, {outgrown: true}} {
			before := folder(t)
			r := invokeOn(t, s, words("convoys herd.csv %s --quiet --device cpu --memory 4GB --tmp . --out once.html", ask)...)
			once := read(t, "once.html")
			if r.status != cli.OK || r.out != "" || once != apart && !strings.Contains(once, "were not read") {
				t.Errorf("%s: %+v, a page of %d bytes and not %d", ask, r, len(once), len(apart))
			}
			os.Remove(t.at("once.html"))
			if after := folder(t); after != before {
				t.Errorf("%s leaves %s, where there was %s", ask, after, before)
			}
		}
	}
	lines := strings.Split(strings.TrimSpace(invoke(t, "", words("convoys herd.csv --distance 1 --min-size 2 --min-duration 0 --out x.html --device cpu --json")...).err), "\n")
	if all := strings.Join(lines, "\n"); strings.Count(all, `"type":"summary"`) != 1 || !strings.Contains(lines[len(lines)-1], `"groups":`) || !strings.Contains(lines[len(lines)-1], `"out":"x.html"`) {
		t.Errorf("%s", all)
	}
}

// TestReportOfGroupsRefused: other data, other flags and flags of encounters are refused, and leave no page.
func TestReportOfGroupsRefused(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	herd(t, "herd.csv", 30)
	herd(t, "flock.csv", 9)
	must(t, words("convoys herd.csv --distance 1 --min-size 2 --min-duration 0 --out g.csv --device cpu")...)
	write(t, "near.csv", "query_traj,entry_traj,t_enter,t_exit,t_closest,d_min,v_closest,open\n")
	must(t, words("convoys herd.csv --distance 1 --min-size 2 --min-duration 0 --level groups --out levels.csv --device cpu")...)
	before := folder(t)
	for line, want := range map[string]struct {
		status int
		why    string
	}{
		"report g.csv --entries flock.csv":                                             {cli.Failure, "is not in the data: another file, or other flags"},
		"report g.csv --entries herd.csv --distance 0.001":                             {cli.Failure, "are not connected within 0.001 at"},
		"report levels.csv --entries herd.csv":                                         {cli.Failure, "levels.csv: a row is a group and does not say its members: a page needs the rows of convoys --level members"},
		"report g.csv --entries herd.csv --queries flock.csv":                          {cli.WrongUsage, "--queries: is for encounters, and g.csv has groups"},
		"report near.csv --entries herd.csv --by duration":                             {cli.WrongUsage, "--by: is for groups, and near.csv has encounters"},
		"report g.csv --entries herd.csv --svg pictures":                               {cli.WrongUsage, "--svg: is for encounters, and g.csv has groups"},
		"report g.csv --entries herd.csv --by name":                                    {cli.WrongUsage, `--by "name": must be size or duration`},
		"report g.csv --entries herd.csv --top 2001":                                   {cli.WrongUsage, "--top 2001: must be from 1 to 2000"},
		"convoys herd.csv --distance 1 --min-size 2 --min-duration 0 --level groups":   {cli.WrongUsage, "--out bad.html: is for --level members; a page shows the members of groups"},
		"convoys - --distance 1 --min-size 2 --min-duration 0":                         {cli.WrongUsage, "a page needs the data twice, and standard input can be read once only"},
		"convoys herd.csv --distance 1 --min-size 2 --min-duration 0 --out-format csv": {cli.WrongUsage, "--out-format csv: --out bad.html is a page by its ending"},
	} {
		if r := invoke(t, "", words("%s --out bad.html", line)...); r.status != want.status || !strings.Contains(r.err, want.why) {
			t.Errorf("%s: %+v", line, r)
		}
	}
	if after := folder(t); after != before {
		t.Errorf("the folder was %s and is %s", before, after)
	}
	page := must(t, words("report g.csv --entries herd.csv --by duration --top 3 --out -")...)
	if d := pageData(t, page); len(d.Groups) != 3 || d.Groups[0].Until < d.Groups[1].Until || !strings.Contains(page, "<title>g.csv: the longest 3 of ") {
		t.Errorf("%.300s", page)
	}
}
