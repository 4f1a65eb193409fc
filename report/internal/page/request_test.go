package page

import (
	"strings"
	"testing"

	"flyby/internal/resultfile"
	"flyby/internal/scene"
	"flyby/report/internal/pagetest"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// TestRequest: an invalid request for any page is refused, and the error names the package; of a good one defaults are filled in.
func TestRequest(t *testing.T) {
	s := pagetest.StoreOf(t, 0, trajectory.Number, map[string]pagetest.Samples{"a": {{0, 0, 0}}})
	r, below := new(resultfile.File), -1.0
	for want, q := range map[string]Request{
		"pages: Result: there is none": {Entries: s}, "pages: Entries: there are none": {Result: r}, "pages: Top 2001: must be from 1 to 2000": {Result: r, Entries: s, Top: 2001},
		"pages: Top -1": {Result: r, Entries: s, Top: -1}, "pages: Held -1": {Result: r, Entries: s, Held: -1}, "pages: Distance -1": {Result: r, Entries: s, Distance: &below},
		"km": {Result: r, Entries: s, Answer: format.AnswerUnits{Length: "km"}},
	} {
		if _, err := NewMaker[struct{}, scene.Ruler](t.Context(), "pages", q); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	m, err := NewMaker[struct{}, scene.Ruler](t.Context(), "pages", Request{Result: r, Entries: s})
	if err != nil || m.Top != DefaultTop || m.Held != 1_000_000 {
		t.Errorf("%d rows shown, %d held: %v", m.Top, m.Held, err)
	}
}
