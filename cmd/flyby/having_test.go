package main

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// TestHaving: --having keeps the rows of the full answer whose columns hold its conditions, numbers with units too, in memory and in slabs,
// before --top, --limit and --count.
func TestHaving(on *testing.T) {
	t := beside(on)
	inputs(t)
	join := words("join ships.csv --lonlat --distance 5km --with speeds")
	all := table(t, must(t, join...))
	slow := slices.DeleteFunc(slices.Clone(all), func(row []string) bool { // 9 kn is 4.63 m/s
		return row[8] == "" || value(t, row[8]) > 4.63 || value(t, row[9]) < 0.001*1852/3600
	})
	if len(slow) < 2 || len(slow) == len(all) {
		t.Fatalf("%d of %d rows are slow", len(slow), len(all))
	}
	having := with(join, "--having", "query_speed<=9kn", "--having", " entry_speed >= 0.001kn")
	for _, outgrown := range []bool{false, true} {
		s := streams{outgrown: outgrown}
		if r := invokeOn(t, s, having...); r.status != cli.OK || !slices.EqualFunc(table(t, r.out), slow, slices.Equal) {
			t.Errorf("%+v, want %v", r, slow)
		}
		if r := invokeOn(t, s, with(having, "--count")...); r.out != strconv.Itoa(len(slow))+"\n" {
			t.Errorf("counted %q, want %d", r.out, len(slow))
		}
		if r := invokeOn(t, s, with(having, "--limit", "1")...); !slices.EqualFunc(table(t, r.out), slow[:1], slices.Equal) || !strings.Contains(r.err, "the first 1 of "+plural(len(slow), "encounter")) {
			t.Errorf("--limit 1: %+v", r)
		}
	}
	if got := table(t, must(t, with(having, "--units-out", "km,kn", "--having", "d_min<4000")...)); len(got) != len(slow) || value(t, got[0][5]) > 5 {
		t.Errorf("with other units %v", got)
	}
	r := invoke(t, "", with(having, "--json", "--out", "slow.parquet")...)
	var m summary
	lines := strings.Split(strings.TrimSpace(r.err), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &m); err != nil || m.Held == nil || *m.Held != uint64(len(slow)) || m.Rows != *m.Held || int(*m.Encounters) != len(all) {
		t.Errorf("summary %s: %v", lines[len(lines)-1], err)
	}
	if got := must(t, with(having, "--explain")...); !strings.Contains(got, "\nhaving      of the rows that are found those that hold query_speed<=9kn and entry_speed>=0.001kn\n") {
		t.Errorf("--explain: %s", got)
	}
	terminal := invokeOn(t, streams{terminal: true}, with(join, "--having", "query_speed>9000kn")...)
	if !strings.Contains(terminal.err, plural(len(all), "encounter")+", --having leaves 0 encounters") || !strings.Contains(terminal.err, "0 encounters within 5000 m with query_speed>9000kn; ") {
		t.Errorf("no row: %s", terminal.err)
	}
}

// TestHavingOfFullValues: conditions compare numbers before they are rounded for a file, and verify checks a file accordingly.
func TestHavingOfFullValues(on *testing.T) {
	t := beside(on)
	inputs(t)
	const asked = "ships.csv --lonlat --distance 500m --level pairs --having duration>10171.437417" // in full it is 10171.437417268753
	must(t, words("join %s --out long.csv", asked)...)
	if rows := table(t, read(t, "long.csv")); len(rows) != 1 || rows[0][3] != "10171.437417" {
		t.Errorf("%v", rows)
	}
	if got := must(t, words("verify long.csv --entries %s", asked)...); !strings.Contains(got, "1 row: as they should be") {
		t.Error(got)
	}
}

// TestHavingOfBoth: each of the two rows of an encounter is tested on its own, and --top, --limit and --count count the rows as they are
// written.
func TestHavingOfBoth(on *testing.T) {
	t := beside(on)
	join := with(stars(t), "--with", "both,speeds")
	want := slices.DeleteFunc(table(t, must(t, join...)), func(row []string) bool {
		return row[8] == "" || value(t, row[8]) >= value(t, "0.2") || value(t, row[0]) < 5
	})
	join = with(join, "--having", "query_speed<0.2", "--having", "query_traj>=5")
	if got := table(t, must(t, join...)); !slices.EqualFunc(got, want, slices.Equal) || len(got) < 10 {
		t.Errorf("%d rows, want %d", len(got), len(want))
	}
	r := invoke(t, "", with(join, "--count")...)
	if r.out != strconv.Itoa(len(want))+"\n" || !strings.Contains(r.err, ", --having leaves "+plural(len(want), "row")+" (--level hits counts hits)") {
		t.Errorf("%+v, want %d", r, len(want))
	}
	r = invoke(t, "", with(join, "--limit", "3")...)
	if got := table(t, r.out); !slices.EqualFunc(got, want[:3], slices.Equal) || !strings.Contains(r.err, "the first 3 of "+plural(len(want), "row")+" (--limit 3)") {
		t.Errorf("--limit 3: %+v", r)
	}
}

// TestHavingRefuses: wrong conditions are wrong usage, and the message lists the columns and the flag that adds a missing one.
func TestHavingRefuses(on *testing.T) {
	t := beside(on)
	inputs(t)
	for given, wants := range map[string]string{
		"join good.csv --distance 1 --having query_speed<1":                                             `flyby: --having query_speed<1: no column "query_speed"; there is "query_traj", "entry_traj", "t_enter", "t_exit", "t_closest", "d_min", "v_closest", "open"; --with speeds adds it (see flyby join --help)`,
		"join good.csv --distance 1 --level pairs --having parts=1":                                     `--having parts=1: no column "parts"; there is "query_traj", "entry_traj", "encounters"`,
		"join good.csv --distance 1 --having d_min<2km":                                                 "--having d_min<2km: the data have no unit of length (--units says one); give a plain number",
		"join good.csv --distance 1 --having d_min<2km --units ft,":                                     "",
		"convoys good.csv --distance 1 --min-size 2 --min-duration 1 --having traj_id>2 --level groups": `--having traj_id>2: no column "traj_id"; there is "group", "t_start", "t_end", "size" (see`,
		"convoys good.csv --distance 1 --min-size 2 --min-duration 1 --having size>two":                 "--having size>two: ",
		"selfjoin good.csv --eps 1 --having size>2":                                                     "--having: is for trajectories: results of points have all rows, in the order of the file",
		"join ships.csv --lonlat --distance 5km --having t_enter>5":                                     "--having t_enter>5: the data have timestamps; give a time such as",
		"join ships.csv --lonlat --distance 5km --having t_enter>2024-05-01T00:00:00":                   "--having t_enter>2024-05-01T00:00:00: ",
	} {
		r := invoke(t, "", strings.Fields(given)...)
		if wants == "" && r.status != cli.OK || wants != "" && (r.status != cli.WrongUsage || !strings.Contains(r.err, wants) || r.out != "") {
			t.Errorf("%s: %+v, want %q", given, r, wants)
		}
	}
}

// TestVerifyTakesHaving: with --having, verify rejects a row that does not hold the conditions, and a file that lacks a row which does.
func TestVerifyTakesHaving(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	herd(t, "herd.csv", 20)
	const asked = "--distance 1 --with both,speeds"
	must(t, words("join herd.csv %s --out all.csv", asked)...)
	must(t, words("join herd.csv %s --having query_speed<=0.1 --out slow.csv", asked)...)
	slow := strings.SplitAfter(read(t, "slow.csv"), "\n")
	if len(slow) < 8 || len(slow)+8 > strings.Count(read(t, "all.csv"), "\n") {
		t.Fatalf("%d rows are slow", len(slow))
	}
	write(t, "short.csv", strings.Join(slices.Delete(slices.Clone(slow), 3, 4), ""))
	told := words("--entries herd.csv %s --having query_speed<=0.1", asked)
	for _, s := range []streams{{}, {outgrown: true}} {
		for path, wants := range map[string]string{"slow.csv": "", "all.csv": "row 1: ", "short.csv": ""} {
			r := invokeOn(t, s, slices.Concat([]string{"verify", path}, told)...)
			if good := path == "slow.csv"; good != (r.status == cli.OK) || !good && r.status != cli.Failure || !strings.Contains(r.err, wants) {
				t.Errorf("%s: %+v", path, r)
			}
		}
	}
}
