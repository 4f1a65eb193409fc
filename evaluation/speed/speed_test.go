package speed

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flyby/evaluation/measure"
)

// tiny measures some rows at a hundredth of their size.
func tiny(t *testing.T, o Options) Report {
	t.Helper()
	o.Device, o.Scale, o.Trials = "cpu", 0.01, 1
	r, err := Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestRows wants a tiny run of every kind of row to fill in its results.
func TestRows(t *testing.T) {
	r := tiny(t, Options{Rows: []string{"gal-0.5", "join-gal-0.5", "s2", "join-1e7", "join-1e8", "two-devices", "index", "stream-join", "slabs-1e7", "slabs-1e8", "start", "csv", "write-csv", "write-parquet"}})
	var names []string
	for _, row := range r.Rows {
		names = append(names, row.Name)
		if skipped := row.Name == "two-devices" || row.Name == "start" || strings.Contains(row.What, "GB of disk"); skipped != (row.Skipped != "") {
			t.Errorf("%s: skipped: %q", row.Name, row.Skipped)
		} else if !skipped && (len(row.Seconds) != 1 || len(row.Claims) == 0 || !(row.Claims[0].Got == row.Median())) {
			t.Errorf("%s: %+v", row.Name, row)
		}
		if row.Skipped == "" && row.Peak < 1<<20 {
			t.Errorf("%s: %d bytes of memory at the most", row.Name, row.Peak)
		}
		if row.Holds() != Unlimited {
			t.Errorf("%s: %s at a scale without targets", row.Name, row.Holds())
		}
	}
	if want := "gal-0.5 join-gal-0.5 s2 join-1e7 index join-1e8 two-devices stream-join slabs-1e7 slabs-1e8 start csv write-csv write-parquet"; strings.Join(names, " ") != want {
		t.Errorf("rows %v, want %s", names, want)
	}
	if c := r.Rows[2].Cost; c == nil || c.Hits != r.Rows[2].Hits || c.Interactions < c.Hits || r.Rows[2].Floor <= 0 {
		t.Errorf("s2 found %d hits, cost %+v, floor %v", r.Rows[2].Hits, c, r.Rows[2].Floor)
	}
	for _, row := range r.Rows[12:] {
		if len(row.Claims) != 3 || !(row.Claims[1].Got > 0) || !(row.Claims[2].Got > 0) || row.Hits == 0 {
			t.Errorf("%s: %d hits, claims %+v", row.Name, row.Hits, row.Claims)
		}
	}
	if join := r.Rows[5]; join.Encounters == 0 || join.Encounters > join.Hits {
		t.Errorf("%d encounters of %d hits", join.Encounters, join.Hits)
	}
}

// TestCancelRow wants the times of cancelled joins, or a row skipped because the joins were over before.
func TestCancelRow(t *testing.T) {
	r := tiny(t, Options{Rows: []string{"cancel"}})
	if len(r.Rows) != 1 {
		t.Fatalf("%d rows", len(r.Rows))
	}
	switch row := r.Rows[0]; {
	case row.Skipped != "" && len(row.Seconds) == 0:
	case row.Skipped != "" || len(row.Claims) != 1 || row.Claims[0].Got != slices.Max(row.Seconds) || len(row.Seconds) > cancels:
		t.Errorf("%+v", row)
	}
}

// TestVerdict wants a claim to hold at its bounds and to fail beyond.
func TestVerdict(t *testing.T) {
	for _, c := range []struct {
		claim Claim
		want  Verdict
	}{
		{Claim{Got: 5}, Unlimited},
		{Claim{Unknown: true}, Unlimited},
		{Claim{Least: 2, Unknown: true}, Unknown},
		{Claim{Most: 2, Got: 2}, Holds},
		{Claim{Most: 2, Got: 2.1}, Fails},
		{Claim{Least: 2, Got: 2}, Holds},
		{Claim{Least: 2, Got: 1.9}, Fails},
		{Claim{Most: 2, Got: math.NaN()}, Fails},
	} {
		if got := c.claim.Verdict(); got != c.want {
			t.Errorf("%+v: %s, want %s", c.claim, got, c.want)
		}
	}
	r := Row{Claims: []Claim{{Most: 2, Got: 1}, {Least: 3, Got: 2}, {Got: 1}}}
	if r.Holds() != Fails {
		t.Errorf("a row with a failing claim: %s", r.Holds())
	}
}

// TestPick wants rows by name and by group, and large ones at full scale only.
func TestPick(t *testing.T) {
	names := func(o Options) []string {
		var all []string
		for _, i := range o.pick() {
			all = append(all, i.name)
		}
		return all
	}
	if got := names(Options{Scale: 1}); len(got) != len(Names())-10 || slices.Contains(got, "two-devices") || slices.Contains(got, "cancel") || slices.Contains(got, "slabs-1e8") || slices.Contains(got, "pays-join-1e8") || slices.Contains(got, "csv-1e8") || slices.Contains(got, "catalogue") {
		t.Errorf("all at scale 1: %v", got)
	}
	if got := names(Options{Scale: 0.5}); slices.ContainsFunc(got, func(n string) bool {
		return n == "index" || n == "stream-join" || strings.HasPrefix(n, "pays-") || n == "csv-1e7" || n == "slabs-1e7" || strings.HasPrefix(n, "join-1e")
	}) {
		t.Errorf("all at scale 0.5: %v", got)
	}
	if got := names(Options{Scale: 1, Rows: []string{"memory"}}); !slices.Equal(got, []string{"stream-join", "slabs-1e7"}) {
		t.Errorf("memory: %v", got)
	}
	if got := names(Options{Scale: 0.5, Rows: []string{"load", "index"}}); !slices.Equal(got, []string{"index", "states-ships", "states-stars", "csv", "parquet"}) {
		t.Errorf("load and index: %v", got)
	}
}

// TestOptions wants all complaints at once.
func TestOptions(t *testing.T) {
	_, err := Run(context.Background(), Options{Scale: -1, Trials: -1, Rows: []string{"gal"}, Peer: t.TempDir()})
	for _, want := range []string{"scale -1", "trials -1", `row "gal"`, "is no program"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in %v", want, err)
		}
	}
	if err := CheckPeer(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a peer that is not there: %v", err)
	}
}

// TestResume wants a run that was cut off to go on where it stopped, and rows with another number of
// trials kept apart.
func TestResume(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	o := Options{Device: "cpu", Scale: 0.01, Trials: 1, Rows: []string{"gal-5", "rw", "s1"}, Folder: t.TempDir()}
	o.Progress = func(p measure.Progress) {
		if p.Phase == "rw" {
			stop()
		}
	}
	first, err := Run(ctx, o)
	if !errors.Is(err, context.Canceled) || len(first.Rows) != 1 {
		t.Fatalf("cut off: %d rows, %v", len(first.Rows), err)
	}
	if _, err := os.Stat(filepath.Join(o.Folder, tableName)); err == nil {
		t.Error("a table of a run that was cut off")
	}
	o.Progress = nil
	second := tiny(t, o)
	if len(second.Rows) != 3 || second.Rows[0].Median() != first.Rows[0].Median() || second.Rates == nil {
		t.Errorf("resumed: %+v after %+v", second, first)
	}
	again := tiny(t, o)
	if again.Rows[2].Floor != second.Rows[2].Floor || *again.Rates != *second.Rates {
		t.Errorf("all known: %+v after %+v", again, second)
	}
	o.Trials = 2
	other, err := Run(context.Background(), o)
	if err != nil || len(other.Rows[0].Seconds) != 2 {
		t.Errorf("two trials: %+v (%v)", other.Rows, err)
	}
	o.Scale = 0.02
	if _, err := Run(context.Background(), o); err == nil || !strings.Contains(err.Error(), "scale is 0.02, was 0.01") {
		t.Errorf("another scale in the same folder: %v", err)
	}
}

// TestLeast wants the best of a valley, and no visit far up its sides.
func TestLeast(t *testing.T) {
	values, visited := doubling(10, 1000), 0
	got, err := least(values, 120, func(v int) (float64, error) {
		visited++
		return math.Abs(math.Log(float64(v) / 40)), nil
	})
	if err != nil || got.at != 40 || visited == len(values) {
		t.Errorf("found %+v after %d of %d (%v)", got, visited, len(values), err)
	}
	broken := errors.New("broken")
	if _, err := least(values, 120, func(int) (float64, error) { return 0, broken }); !errors.Is(err, broken) {
		t.Errorf("an error in between: %v", err)
	}
}

// TestWriteText wants each row, each claim and the floors in the table.
func TestWriteText(t *testing.T) {
	var text strings.Builder
	r := Report{Scale: 1, Rates: &Rates{Name: "here", Up: 1, Down: 1, Interactions: 1}, Rows: []Row{
		{Name: "a", Seconds: []float64{1, 2, 3}, Hits: 7, Peak: 123e6, Claims: []Claim{
			{What: "time", Unit: "s", Most: 1.5, Got: 2}, {What: "x peer", Unit: "x", Least: 2, Unknown: true, Note: "no --peer"}, {What: "peak", Unit: "MB", Most: 1000, Got: 1},
		}},
		{Name: "b", What: "large", Skipped: "needs memory"},
		{Name: "s1", Seconds: []float64{1}, Cost: &Cost{Up: 123, Interactions: 456}, Floor: 0.5},
	}}
	if err := r.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<= 1.50 s", "2.00 s", "1.00 s to 3.00 s", "no\n", ">= 2.00 x", "no --peer", "?\n", "skipped: needs memory", "456", "2.00 x", "H200 class", "123 MB", "<= 1000 MB"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
}
