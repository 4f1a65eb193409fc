package orbits

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"flyby/internal/elements"
	"flyby/internal/testing/formattest"
	"flyby/trajectory/format"
)

// FuzzTLE: see checkText.
func FuzzTLE(f *testing.F) {
	f.Add(station)
	f.Add("0 " + station + summed(strings.ReplaceAll(station, " 25544", " Z5544")))
	f.Add(replaced("-11606-4", " 00000 0"))
	f.Add(station[:100] + "\n" + station[30:])
	f.Fuzz(checkText)
}

// FuzzOMM: see checkText.
func FuzzOMM(f *testing.F) {
	f.Add(csvText(pairs(), 2))
	f.Add(jsonText(pairs(), 2))
	f.Add(kvnText(pairs(), 2))
	f.Add(xmlText(pairs(), 2))
	f.Add(kvnText(withPair("EPOCH", "2008-264T00:00:00.5Z"), 1))
	f.Add(jsonText(withPair("BSTAR", ""), 1))
	f.Fuzz(checkText)
}

// checkText reads any text: an error is a line, counts add up, sets are in their ranges and equal to sets of an OMM that says the same, and a text without a bad
// set has the same sets where bad sets are left out.
func checkText(t *testing.T, text string) {
	if len(text) > formattest.LargestInput {
		return
	}
	strict, err := readText(text, format.Options{})
	if err != nil && strings.ContainsAny(err.Error(), "\n\r\x1b") {
		t.Errorf("an error of several lines: %q", err)
	}
	lenient, err2 := readText(text, format.Options{Reading: format.Reading{SkipBadRows: true}})
	if err == nil && (err2 != nil || !slices.Equal(strict.sets, lenient.sets)) {
		t.Errorf("%d sets, and %d where bad sets are left out: %v", len(strict.sets), len(lenient.sets), err2)
	}
	if err2 != nil {
		return
	}
	if r := lenient.report; r.Rows != r.Skipped+len(lenient.sets) || len(lenient.sets) == 0 {
		t.Errorf("%d rows, %d left out, %d sets", r.Rows, r.Skipped, len(lenient.sets))
	}
	again, err := readText(csvOf(lenient.sets), format.Options{})
	if err != nil || !slices.Equal(again.sets, lenient.sets) {
		t.Errorf("%+v, as CSV %+v, %v", lenient.sets, again.sets, err)
	}
}

// csvOf writes sets, all of one object.
func csvOf(sets []elements.Set) string {
	text := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	stamp := func(at time.Time) string {
		if at.IsZero() {
			return ""
		}
		return at.Format("2006-01-02T15:04:05.999999999")
	}
	var b strings.Builder
	b.WriteString("NORAD_CAT_ID,EPOCH,MEAN_MOTION,ECCENTRICITY,INCLINATION,RA_OF_ASC_NODE,ARG_OF_PERICENTER,MEAN_ANOMALY,BSTAR,ELEMENT_SET_NO,CREATION_DATE\n")
	for _, s := range sets {
		e, number := s.Elements, ""
		if s.Number >= 0 {
			number = strconv.FormatInt(s.Number, 10)
		}
		b.WriteString(strings.Join([]string{"1", stamp(e.Epoch), text(e.MeanMotion), text(e.Eccentricity), text(e.Inclination), text(e.Node), text(e.Perigee), text(e.Anomaly), text(e.BStar), number, stamp(s.Created)}, ",") + "\n")
	}
	return b.String()
}
