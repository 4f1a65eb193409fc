package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"flyby/internal/cli"
	"flyby/internal/pointjoin"
)

// settingFlags are the flags that methodFlags hide.
func settingFlags() (names []string) {
	for _, m := range slices.Concat(searchMethods(), clusterMethods(), allPointMethods()) {
		for _, s := range m.Settings {
			if s.Name != batchingFlag {
				names = append(names, s.Name)
			}
		}
	}
	return names
}

// allPointMethods are the methods of selfjoin.
func allPointMethods() []pointjoin.Method {
	var f methodFlags
	f.addPointMethod(&cobra.Command{}, anyMethod, pointjoin.SelfJoins)
	return f.all
}

// TestSet: --set is the flag of a setting, for every command that has settings; what does not fit is wrong usage that lists the settings of the method.
func TestSet(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "p.csv", "id,t,x,y\n1,0,0,0\n1,1,1,1\n2,0,3,4\n2,1,2,2\n")
	write(t, "q.csv", "id,x,y\n1,0,0\n2,1,1\n3,9,9\n")
	const (
		join, self, knn, dbscan = "join p.csv --distance 5 ", "selfjoin q.csv --eps 5 ", "knn q.csv -k 1 ", "dbscan q.csv --eps 5 --minpts 2 "
		search                  = "search --entries p.csv --queries p.csv --distance 5 "
		batches                 = "; it is for --method temporal"
	)
	for _, c := range []struct{ args, same, wrong string }{
		{join + "--method temporal --set bins=8", join + "--method temporal --bins 8", ""},
		{join + "--method temporal --set bins=8 --set batching=periodic:1", join, ""},
		{search + "--method temporal --set batching=setsplit-max:2 --set bins=0", search, ""},
		{join + "--method rtree --set rtree-run=1", join + "--method rtree --rtree-run 48", ""},
		{search + "--method rtree --rtree-run 0", search, ""},
		{self + "--method lss --set lss-half=on --set lss-lists=log", self + "--method lss --lss-half on --lss-lists log", ""},
		{"pointjoin q.csv --queries q.csv --eps 5 --method lss --set lss-walk=element", "pointjoin q.csv --queries q.csv --eps 5", ""},
		{knn + "--method lss --set lss-lists=3", knn + "--method lss --lss-lists 3", ""},
		{dbscan + "--method hybrid --set kernel=shared", dbscan + "--method hybrid --kernel shared", ""},

		{join + "--method temporal --set colour=red", "", "--set colour: method temporal has no colour: its settings are batching, bins, model"},
		{join + "--method rtree --set bins=8", "", "--set bins: method rtree has no bins: its settings are rtree-run" + batches},
		{join + "--method temporal --rtree-run 8", "", "--rtree-run: is for --method rtree"},
		{join + "--method rtree --rtree-run -1", "", "--rtree-run -1: must be positive, or 0 for the default"},
		{join + "--set bins=8", "", "--set bins: method auto has no bins: it has no settings" + batches},
		{"serve p.csv --set bins=8", "", "--set bins: method auto has no bins: it has no settings" + batches},
		{"serve p.csv --method temporal --set bins=few", "", `--set bins "few": must be positive, or 0 for the default`},
		{join + "--method temporal --set bins=-8", "", `--set bins "-8": must be positive, or 0 for the default`},
		{join + "--method temporal --set batching=often", "", `--set batching: parse "often": unknown form: want periodic:S | `},
		{self + "--method gpusj --set k=2", "", "--set k: method gpusj has no k: its settings are unicomp, kernel; it is for --method gpujoin"},
		{self + "--method gpujoin --set reorder=of", "", `--set reorder "of": must be one of on, off: is it on or off?`},
		{self + "--method gpujoin --set k=99", "", `--set k "99": must be auto, or 1 to `},
		{"pointjoin q.csv --queries q.csv --eps 5 --method lss --set lss-half=on", "", "--set lss-half: method lss has no lss-half: its settings are lss-lists, lss-walk"},
		{knn + "--method tiles --set lss-lists=3", "", "--set lss-lists: method tiles has no lss-lists: it has no settings; it is for --method lss"},
		{dbscan + "--set kernel=shared", "", "--set kernel: method auto has no kernel: it has no settings; it is for --method hybrid"},
		{join + "--method temporal --set bins", "", `--set "bins": must be NAME=VALUE`},
		{join + "--method temporal --set =8", "", `--set "=8": must be NAME=VALUE`},
		{join + "--method temporal --set bins=8 --set bins=8", "", "--set bins: twice"},
		{join + "--method temporal --set bins=8 --bins 8", "", "--bins and --set bins: one of the two only"},
		{"slab plan --entries p.csv --distance 5 --dir work --slabs 2 --set bins=8", "", "--set: is not for slabs"},
		{"convoys p.csv --distance 5 --set theta=1", "", "unknown flag: --set"},
	} {
		r := invoke(t, "", strings.Fields(c.args)...)
		switch {
		case c.wrong != "":
			if r.status != cli.WrongUsage || !strings.Contains(r.err, "flyby: "+c.wrong) {
				t.Errorf("%s: status %d, %q, want %s", c.args, r.status, r.err, c.wrong)
			}
		case r.status != cli.OK || r.out != must(t, strings.Fields(c.same)...):
			t.Errorf("%s: %+v, want what %s finds", c.args, r, c.same)
		}
	}
}

// TestSettingsAreBehindSet: no help of a command shows the flag of a setting but --batching. Completion and suggestions know them all the same, and help ends with
// the way to the list.
func TestSettingsAreBehindSet(on *testing.T) {
	t := beside(on)
	with := 0
	for _, c := range commands((&app{}).command()) {
		text, set := help(c), c.Flags().Lookup(setFlag)
		if is := set != nil && !set.Hidden; strings.Contains(text, methodsLine) != is {
			t.Errorf("%s --help: the way to the methods is %t", wordsOf(c), !is)
		} else if is {
			with++
		}
		for _, name := range settingFlags() {
			if wordsOf(c)+name == "tunemodel" { // no setting: tune has one method
				continue
			}
			if strings.Contains(text, "--"+name+" ") {
				t.Errorf("%s --help shows --%s", wordsOf(c), name)
			}
		}
	}
	if with != 8 {
		t.Errorf("%d commands have settings", with)
	}
	for line, want := range map[string]string{
		"join --bin":                         "--bins ",
		"join --method temporal --set ":      "model= batching= bins= rtree-run= ",
		"selfjoin --lss-h":                   "--lss-half ",
		"selfjoin --method gpusj --unicomp ": "on off linear ",
		"dbscan --kern":                      "--kernel ",
		"verify --bin":                       "",
		"knn --lss-":                         "--lss-lists ",
		"pointjoin --set ":                   "k= reorder= sortidu= shortc= query-order= lss-lists= lss-walk= ",
	} {
		r := invoke(t, "", append([]string{"__complete"}, strings.Split(line, " ")...)...)
		values, _, _ := strings.Cut(r.out, "\n:")
		got := ""
		for value := range strings.Lines(strings.TrimPrefix(values, ":")) {
			if word := strings.Fields(value); len(word) > 0 && !strings.HasPrefix(word[0], "4") {
				got += word[0] + " "
			}
		}
		if got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
	refusedFlag(t, "unknown flag: --bin: is it --bins?", "join", "--bin", "8")
	refusedFlag(t, "unknown flag: --recorder: is it --reorder?", "selfjoin", "--recorder", "on")
}

// TestHelpOfMethods: the help of methods has every method with its paper, and every setting with its values and its default, if it has one.
func TestHelpOfMethods(on *testing.T) {
	t := beside(on)
	text := strings.Join(strings.Fields(must(t, "help", "methods")), " ")
	for _, m := range slices.Concat(searchMethods(), clusterMethods(), allPointMethods()) {
		wants := []string{m.Name + ": " + m.Means, m.Paper}
		for _, s := range m.Settings {
			want := fmt.Sprintf("--%s %s: %s", s.Name, s.Values(), s.Means)
			if value := pointjoin.Settings(nil).Of(s); value != "" {
				want += " (default " + value + ")"
			}
			wants = append(wants, want)
		}
		for _, want := range wants {
			if m.Means == "" || !strings.Contains(text, want) {
				t.Errorf("no %q", want)
			}
		}
	}
	refusedFlag(t, `unknown command "method": is it methods?`, "help", "method")
	refusedFlag(t, `unknown command "algorithms": is it help methods?`, "algorithms")
}

// TestWith: a setting names the methods that have it.
func TestWith(t *testing.T) {
	f := methodFlags{all: allPointMethods()}
	for name, want := range map[string]string{"k": "gpujoin", "lss-lists": "lss", "kernel": "gpusj", "colour": ""} {
		if got := strings.Join(f.with(name), " "); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestSettingsHaveFlags: each setting of a command is a flag that takes its default.
func TestSettingsHaveFlags(t *testing.T) {
	for _, c := range commands((&app{}).command()) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if slices.Contains(settingFlags(), f.Name) && wordsOf(c) != "tune" {
				if err := f.Value.Set(f.DefValue); err != nil || !f.Hidden {
					t.Errorf("%s --%s: hidden %t, %v", wordsOf(c), f.Name, f.Hidden, err)
				}
			}
		})
	}
}
