package pointpapers

import (
	"testing"

	"flyby"
	"flyby/datasets"
)

// TestGroups wants each target of groups measured once, with the database's groups, and reported without a verdict at another scale.
func TestGroups(t *testing.T) {
	l := testLab(t, tiny(t.TempDir(), "dbscan"))
	for _, g := range groupings() {
		g.steps = 20
		if err := l.group(t.Context(), g); err != nil {
			t.Fatal(err)
		}
		var of Grouped
		if ok, err := l.journal.Fact(groupsFact(g), &of); !ok || err != nil || of.Objects != fewestObjects || !(of.Seconds > 0) || (of.Join > 0) == g.search.OnClock() {
			t.Errorf("%s: %+v, %v", g.what, of, err)
		}
		if got := of.verdict(g).Text; got != "told" {
			t.Errorf("%s of %d objects holds: %s", g.what, of.Objects, got)
		}
	}
	g := groupings()[2]
	s, err := datasets.Disc(fewestObjects, 20, 2)
	if err != nil {
		t.Fatal(err)
	}
	db, err := flyby.Open(t.Context(), s, flyby.Options{Device: "cpu"})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	g.search.Distance = 3
	var of Grouped
	if err := of.measure(t.Context(), db, s, g.search); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, err := range db.Groups(t.Context(), g.search) {
		if n++; err != nil {
			t.Fatal(err)
		}
	}
	if n == 0 || of.Groups != n || of.Encounters == 0 {
		t.Errorf("%d groups of %d encounters, the database's %d", of.Groups, of.Encounters, n)
	}
	g.search.MinSize = 1
	if err := of.measure(t.Context(), db, s, g.search); err == nil {
		t.Error("groups of one are found")
	}
}

// TestGroupsOfDevice wants groups of a device's encounters measured before the host's own work.
func TestGroupsOfDevice(t *testing.T) {
	l, e := testLab(t, tiny(t.TempDir(), "dbscan")), groupsExperiment()
	known := func() (n int) {
		for _, g := range groupings() {
			if ok, _ := l.journal.Fact(groupsFact(g), &Grouped{}); ok {
				n++
			}
		}
		return n
	}
	if err := e.measureOthers(t.Context(), l, plan{}, false); err != nil || known() != 2 {
		t.Errorf("%d of groups are measured early, want 2 (%v)", known(), err)
	}
	if err := e.measureOthers(t.Context(), l, plan{}, true); err != nil || known() != 3 {
		t.Errorf("%d of groups are measured in the end (%v)", known(), err)
	}
}

// TestGroupedVerdict wants the time of continuous groups held against the join's, and of convoys against seconds.
func TestGroupedVerdict(t *testing.T) {
	clock, sweep := groupings()[0], groupings()[1]
	for _, c := range []struct {
		g    grouping
		of   Grouped
		want string
	}{
		{clock, Grouped{Objects: 10_000, Seconds: 15}, "yes"}, {clock, Grouped{Objects: 10_000, Seconds: 15.1}, "no"}, {clock, Grouped{Objects: 9999, Seconds: 1}, "told"},
		{sweep, Grouped{Objects: 2500, Seconds: 0.29, Join: 1}, "yes"}, {sweep, Grouped{Objects: 2500, Seconds: 0.31, Join: 1}, "no"},
	} {
		if got := c.of.verdict(c.g).Text; got != c.want {
			t.Errorf("%s, %+v: %s, want %s", c.g.what, c.of, got, c.want)
		}
	}
}
