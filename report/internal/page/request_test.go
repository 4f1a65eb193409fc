package page_test

import (
	"strings"
	"testing"

	"flyby/internal/scene"
	"flyby/internal/testing/pagetest"
	"flyby/points"
	"flyby/report/internal/page"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// TestRequest: an invalid request for any page is refused; of a good one defaults are filled in.
func TestRequest(t *testing.T) {
	s := pagetest.StoreOf(t, 0, trajectory.Number, map[string]pagetest.Samples{"a": {{0, 0, 0}}})
	r, below := new(page.Result), -1.0
	for want, q := range map[string]page.Request{
		"report: Result: there is none": {Entries: s}, "report: Entries: there are none": {Result: r}, "report: Top 2001: must be from 1 to 2000": {Result: r, Entries: s, Top: 2001},
		"report: Top -1": {Result: r, Entries: s, Top: -1}, "report: Held -1": {Result: r, Entries: s, Held: -1}, "report: Distance -1": {Result: r, Entries: s, Distance: &below},
		"report: MinPoints -1: must be 0": {Result: r, Entries: s, MinPoints: -1}, "km": {Result: r, Entries: s, Answer: format.AnswerUnits{Length: "km"}},
	} {
		var m page.Maker[struct{}, scene.Ruler]
		if err := m.Begin(t.Context(), page.Groups, q, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	for view, held := range map[page.View]int{page.Encounters: 1_000_000, page.Groups: 1_000_000, page.Clusters: page.MostDrawn} {
		var m page.Maker[struct{}, scene.Ruler]
		err := m.Begin(t.Context(), view, page.Request{Result: r, Entries: s, Points: new(points.Store)}, nil)
		if top := map[bool]int{true: page.MostTop, false: page.DefaultTop}[view == page.Clusters]; err != nil || m.Top != top || m.Held != held {
			t.Errorf("%s: %d rows shown, %d held: %v", view, m.Top, m.Held, err)
		}
	}
}
