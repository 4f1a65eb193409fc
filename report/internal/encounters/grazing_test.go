package encounters

import (
	"fmt"
	"strings"
	"testing"

	"flyby/internal/testing/pagetest"
	"flyby/report/internal/page"
	"flyby/trajectory"
)

// grazing returns an object that passes another at 20 exactly, at a time that is no float64.
func grazing() map[string]pagetest.Samples {
	return map[string]pagetest.Samples{"a": {{0, 0, 0}, {23, 0, 0}}, "b": {{0, -20, -50}, {23, 40, 13}}}
}

// TestGrazing: a page shows an encounter of an instant, from a file of encounters and from a file of hits.
func TestGrazing(t *testing.T) {
	s, d := pagetest.StoreOf(t, 0, trajectory.Number, grazing()), 20.0
	want := made(t, page.Request{Result: found(t, "r.csv", s, nil, d), Entries: s}).Shown
	if len(want) != 1 || want[0].Closest != want[0].Enter || want[0].Closest != want[0].Exit {
		t.Fatalf("%+v", want)
	}
	text := fmt.Sprintf("query_traj,query_seg,entry_traj,entry_seg,t_enter,t_exit\na,0,b,0,%s,%s\n", want[0].Enter, want[0].Exit)
	got := made(t, page.Request{Result: opened(t, "hits.csv", text), Entries: s, Distance: &d}).Shown
	if len(got) != 1 || got[0].Closest != want[0].Closest || got[0].Distance != want[0].Distance {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestHitsOfAWindow: hits that --from and --to cut are closest within the window; hits whose objects are closer outside of it,
// though other hits were not cut there, are errors.
func TestHitsOfAWindow(t *testing.T) {
	objects := pagetest.Crossing(0.5)
	objects["c"], objects["d"] = pagetest.Samples{{0, 50, 0}, {20, 50, 0}}, pagetest.Samples{{0, 50, 0.25}, {20, 50, 0.25}} // near each other all the time
	s, d := pagetest.StoreOf(t, 0, trajectory.Number, objects), 2.0
	const header = "query_traj,query_seg,entry_traj,entry_seg,t_enter,t_exit\n"
	p := made(t, page.Request{Result: opened(t, "hits.csv", header+"a,9,b,9,9.2,9.4\nc,0,d,0,9.2,9.4\n"), Entries: s, Distance: &d})
	if r := p.Shown; len(r) != 2 || r[1].Closest != "9.4" || !strings.HasPrefix(r[1].Distance, "1.252996408614") {
		t.Errorf("%+v", r)
	}
	_, err := tried(t, page.Request{Result: opened(t, "hits.csv", header+"a,9,b,9,9.2,9.4\nc,0,d,0,0,20\n"), Entries: s, Distance: &d})
	if err == nil || !strings.Contains(err.Error(), "row 1: a and b are ") {
		t.Errorf("closer behind the hit: %v", err)
	}
}
