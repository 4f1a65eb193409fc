package speed

import (
	"context"
	"strings"
	"testing"

	"flyby/evaluation/journal"
)

// wholeRows are the rows of whole commands and of points.
func wholeRows() []string { return []string{fileGroup, pointsGroup, payGroup, "fixed"} }

// scripted returns a lab at a thousandth of all sizes, whose command is a script that lists a device of a kind, and has a summary.
func scripted(t *testing.T, kind string) *lab {
	t.Helper()
	path := fakePeer(t, `if [ "$1" = devices ]; then echo '{"kind":"`+kind+`"}'; fi
echo '{"type":"summary","device":"card","why":"predicted","hits":7,"load_s":0.5,"index_s":0.25,"search_s":0.125,"write_s":0.1,"total_s":0,"peak_bytes":5000000}' >&2`)
	return newLab(Options{Scale: 0.001, Trials: 9, Command: []string{path}, Folder: t.TempDir()}, journal.Machine{Cores: 4})
}

// measuredRow measures a row of a lab.
func measuredRow(t *testing.T, l *lab, name string) Row {
	t.Helper()
	for _, i := range catalogue() {
		if i.name == name {
			r := Row{Name: name, What: i.what}
			if err := i.measure(t.Context(), l, &r); err != nil {
				t.Fatal(name, err)
			}
			return r
		}
	}
	t.Fatal("no row", name)
	return Row{}
}

// TestPays wants cores, GPU and auto in as many turns, one core once, a bound for auto where there is a GPU, and a table of them.
func TestPays(t *testing.T) {
	for kind, want := range map[string]string{"gpu": "one core, all cores, GPU, x the faster", "cpu": "one core, all cores"} {
		l := scripted(t, kind)
		r := measuredRow(t, l, "pays-join-1e5")
		var whats []string
		for _, c := range r.Claims[1:] {
			whats = append(whats, c.What)
		}
		if turns := r.Turns; strings.Join(whats, ", ") != want || len(turns.One) != 1 || len(turns.Auto) != 8 || len(turns.All) != 8 || (len(turns.GPU) == 8) != (kind == "gpu") || turns.On != "card" {
			t.Errorf("%s: %v, %+v", kind, whats, turns)
		}
		if r.Claims[0].Note != "on card; predicted" || r.Hits != 7 || r.Peak != 5e6 {
			t.Errorf("%s: %+v", kind, r)
		}
		var text strings.Builder
		if err := (Report{Machine: l.machine, Scale: 1, Rows: []Row{r}}).WriteText(&text); err != nil || !strings.Contains(text.String(), "ONE CORE") || !strings.Contains(text.String(), "4 CORES") {
			t.Errorf("%v in\n%s", err, text.String())
		}
		if huge := measuredRow(t, l, "pays-variants"); huge.Turns.One != nil || len(huge.Turns.Auto) == 0 {
			t.Errorf("%s: the variants: %+v", kind, huge.Turns)
		}
	}
}

// TestBoundOfAuto wants auto within a fifth of the faster where it takes long enough.
func TestBoundOfAuto(t *testing.T) {
	for _, c := range []struct {
		turns Turns
		full  bool
		want  Verdict
	}{
		{Turns{All: []float64{1}, GPU: []float64{2}, Auto: []float64{1.1}}, true, Holds},
		{Turns{All: []float64{2}, GPU: []float64{1}, Auto: []float64{2}}, true, Fails},
		{Turns{All: []float64{2}, GPU: []float64{1}, Auto: []float64{2}}, false, Unlimited},
		{Turns{All: []float64{0.02}, GPU: []float64{1}, Auto: []float64{1}}, true, Unlimited},
	} {
		all := c.turns.claims(c.full)
		if got := all[len(all)-1].Verdict(); got != c.want {
			t.Errorf("%+v: %s, want %s", c.turns, got, c.want)
		}
	}
}

// TestWhole wants the phases of the summary, and the rate of reading, of each format; and the fixed costs of a device.
func TestWhole(t *testing.T) {
	l := scripted(t, "cpu")
	for _, name := range []string{"parquet-1e6", "csv-1e6", "arrow-1e6"} {
		r := measuredRow(t, l, name)
		got := map[string]float64{}
		for _, c := range r.Claims {
			got[c.What] = c.Got
		}
		if rows := float64(3 * 401); got["read"] != 0.5 || got["index"] != 0.25 || got["search"] != 0.125 || got["rate"] != rows/0.5 || len(r.Seconds) != 8 {
			t.Errorf("%s: %v, %d trials", name, got, len(r.Seconds))
		}
	}
	r := measuredRow(t, l, "fixed")
	if len(r.Claims) != 4 || r.Claims[2].What != "first run ever" || !(r.Claims[2].Got > 0) || !(r.Claims[3].Got > 0) {
		t.Errorf("%+v", r.Claims)
	}
}

// TestPointRows wants the times of points in memory, on one thread and on all.
func TestPointRows(t *testing.T) {
	r := tiny(t, Options{Rows: []string{pointsGroup}})
	if len(r.Rows) != 3 {
		t.Fatalf("%d rows", len(r.Rows))
	}
	for _, row := range r.Rows {
		if len(row.Seconds) != 1 || len(row.Claims) < 3 || row.Claims[1].What == "" || !(row.Claims[1].Got > 0) {
			t.Errorf("%+v", row)
		}
	}
}

// TestWithoutProgram wants rows of whole commands skipped where there is no command.
func TestWithoutProgram(t *testing.T) {
	r, err := Run(context.Background(), Options{Device: "cpu", Scale: 0.001, Trials: 1, Rows: wholeRows()})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range r.Rows {
		if whole := row.Name == "fixed" || !strings.HasPrefix(row.Name, "points") && !strings.HasPrefix(row.Name, "clusters"); whole != (row.Skipped == noProgram) {
			t.Errorf("%s: skipped: %q", row.Name, row.Skipped)
		}
	}
}
