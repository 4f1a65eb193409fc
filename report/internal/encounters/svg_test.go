package encounters

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"flyby/internal/scene"
	"flyby/internal/testing/pagetest"
	"flyby/report/internal/page"
	"flyby/trajectory"
)

// gaps returns a pass with a gap of the entry behind the closest approach, which is at 0 and 5 apart.
func gaps() *Pass {
	return &Pass{
		Enter: -0.5, Exit: 0.5,
		Query: Track{Lines: []scene.Line{{T: []float64{-4, 5}, X: []float64{-40, 50}, Y: []float64{0, 0}}}},
		Entry: Track{Lines: []scene.Line{{T: []float64{-3, -1, 1}, X: []float64{-30, -10, 10}, Y: []float64{35, 15, -5}}, {T: []float64{3, 6}, X: []float64{5, 5}, Y: []float64{35, 65}}}},
	}
}

// TestCurveIsExact: a curve has a point at each knot and 24 more to the next, each with the distance of the paths at its time.
func TestCurveIsExact(t *testing.T) {
	p := gaps()
	curve := p.curves()[0]
	if want := 1 + 3*25; len(curve) != want { // knots -3, -1, 0, 1
		t.Errorf("%d points, want %d", len(curve), want)
	}
	for _, knot := range []float64{-3, -1, 0, 1} {
		if !slices.ContainsFunc(curve, func(m moment) bool { return m.t == knot }) {
			t.Errorf("no point at %v", knot)
		}
	}
	for _, m := range curve {
		a, _ := p.Query.at(m.t)
		b, ok := p.Entry.at(m.t)
		if want := scene.Between(a, b); !ok || math.Abs(m.distance-want) > 1e-12 {
			t.Errorf("at %v %v apart, want %v", m.t, m.distance, want)
		}
	}
}

// TestCurveLeast: the least value of the curves is d_min of the file, for any samples.
func TestCurveLeast(t *testing.T) {
	for _, shift := range []float64{0, 0.5, 0.123, 1} {
		s := pagetest.StoreOf(t, 0, trajectory.Number, pagetest.Crossing(shift))
		page := made(t, page.Request{Result: found(t, "r.csv", s, nil, 2), Entries: s})
		for n := range page.Shown {
			want, err := strconv.ParseFloat(page.Shown[n].Distance, 64)
			if err != nil {
				t.Fatal(err)
			}
			least := math.Inf(1)
			for _, curve := range page.Data.Passes[n].curves() {
				for _, m := range curve {
					least = min(least, m.distance)
				}
			}
			if math.Abs(least-want) > 1e-8 {
				t.Errorf("shift %v: the curve is least at %v, d_min %v", shift, least, want)
			}
		}
	}
}

// TestLeastBetween: between two knots that are far apart the curve includes the least distance itself.
func TestLeastBetween(t *testing.T) {
	p := &Pass{
		Query: Track{Lines: []scene.Line{{T: []float64{-70, 1000}, X: []float64{-70, 1000}, Y: []float64{0, 0}}}},
		Entry: Track{Lines: []scene.Line{{T: []float64{-70, 1000}, X: []float64{77, 77}, Y: []float64{0.25, 0.25}}}},
	}
	if at := p.leastBetween(period{0, 1000}); math.Abs(at-77) > 1e-12 {
		t.Errorf("least at %v, want 77", at)
	}
	if !slices.ContainsFunc(p.curves()[0], func(m moment) bool { return math.Abs(m.distance-0.25) < 1e-12 }) {
		t.Error("the curve does not come as near as the two do")
	}
}

// TestCurveGaps: the curve has a gap where one of the two objects has one.
func TestCurveGaps(t *testing.T) {
	all := gaps().curves()
	if len(all) != 2 || all[0][len(all[0])-1].t != 1 || all[1][0].t != 3 || all[1][len(all[1])-1].t != 5 {
		t.Errorf("%v", all)
	}
}

// pictureOf returns the picture of a pass with a threshold of 8 m, and its elements of a class.
func pictureOf(t *testing.T, pass *Pass, class string) (text string, attributes []map[string]string) {
	t.Helper()
	page := examplePage()
	page.Data.Passes[0] = *pass
	text = string(page.svgOf(0))
	for _, e := range elements(t, text) {
		if slices.Contains(strings.Fields(e["class"]), class) {
			attributes = append(attributes, e)
		}
	}
	return text, attributes
}

// elements returns the attributes of all elements of XML, with the text that follows each as "".
func elements(t *testing.T, text string) (all []map[string]string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatalf("%v:\n%s", err, text)
		}
		switch v := token.(type) {
		case xml.StartElement:
			e := map[string]string{"element": v.Name.Local}
			for _, a := range v.Attr {
				e[a.Name.Local] = a.Value
			}
			all = append(all, e)
		case xml.CharData:
			if len(all) > 0 && all[len(all)-1][""] == "" {
				all[len(all)-1][""] = string(v)
			}
		}
	}
}

// TestPictureOfEvent: the curve of a point event is dashed, other curves are not, and two events have no curve.
func TestPictureOfEvent(t *testing.T) {
	event := gaps()
	if _, curves := pictureOf(t, event, "curve"); len(curves) != 2 || curves[0]["stroke-dasharray"] != "" {
		t.Errorf("%v", curves)
	}
	event.Query = Track{Event: true, Lines: []scene.Line{{T: []float64{0}, X: []float64{0}, Y: []float64{0}}}}
	if _, curves := pictureOf(t, event, "curve"); len(curves) != 2 || curves[0]["stroke-dasharray"] == "" || curves[1]["stroke-dasharray"] == "" {
		t.Errorf("%v", curves)
	}
	event.Entry, event.Enter, event.Exit = event.Query, 0, 0
	if _, curves := pictureOf(t, event, "curve"); len(curves) != 0 {
		t.Errorf("%v", curves)
	}
	if _, closest := pictureOf(t, event, "closest"); len(closest) != 1 {
		t.Errorf("%v", closest)
	}
}

// TestPictureMarks: the threshold, the ends of the encounter and the closest approach are drawn at their places on the scales.
func TestPictureMarks(t *testing.T) {
	p := gaps()
	text, _ := pictureOf(t, p, "")
	w := &svgWriter{data: &examplePage().Data, pass: p, row: examplePage().Shown[0]}
	w.measure()
	number := func(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }
	for class, want := range map[string][]string{
		"threshold": {number(w.y.At(8))}, "moment": {number(w.x.At(-0.5)), number(w.x.At(0.5))}, "closest": {"M" + number(w.x.At(0)) + " " + number(w.y.At(7.0710678118654755)-5) + "l5 5l-5 5l-5 -5z"},
	} {
		_, marks := pictureOf(t, p, class)
		var got []string
		for _, m := range marks {
			got = append(got, map[string]string{"threshold": m["y1"], "moment": m["x1"], "closest": m["d"]}[class])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", class, got, want)
		}
	}
	for _, says := range []string{">distance, m<", ">time from 4.5, s<", ">◆ least 7.071 m, ┄ threshold 8 m<", ">enter<", ">exit<", ">, 7.071 m<", ">+2<", ">-2<", ">20<"} {
		if !strings.Contains(text, says) {
			t.Errorf("the picture does not say %s", says)
		}
	}
}

// TestPictureOfLittle: a picture is whole without a threshold and units, and with distance 0 throughout.
func TestPictureOfLittle(t *testing.T) {
	page := examplePage()
	still := Track{Lines: []scene.Line{{T: []float64{0}, X: []float64{0}, Y: []float64{0}}}}
	page.Data.Threshold, page.Data.Length, page.Data.Time, page.Shown[0].distance = nil, "", "", 0
	page.Data.Passes[0] = Pass{Query: still, Entry: still}
	text := string(page.svgOf(0))
	elements(t, text)
	if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") || strings.Contains(text, "threshold") || strings.Contains(text, `class="moment"`) || !strings.Contains(text, ">distance<") {
		t.Error(text)
	}
}

// TestPictureNamesAreText: hostile names come back whole from the XML, and make no elements.
func TestPictureNamesAreText(t *testing.T) {
	names := append(pagetest.Hostile(), "</svg><script>alert(1)</script>", "R&D", "]]>", "\u200fname", "\u202ename")
	for _, name := range names {
		page := examplePage()
		page.Shown[0].Query, page.Shown[0].Entry = name, name
		found := 0
		for _, e := range elements(t, string(page.svgOf(0))) {
			switch e["element"] {
			case "svg", "title", "rect", "text", "g", "line", "path":
			case "tspan":
				if found++; e["unicode-bidi"] != "isolate" || name != "]]>" && []rune(e[""])[0] != []rune(name)[0] {
					t.Errorf("%q came back as %v", name, e)
				}
			default:
				t.Errorf("%q: an element %v", name, e)
			}
			if e["element"] == "title" && e[""] != "Distance against time: "+name+" and "+name {
				t.Errorf("%q came back in %q", name, e[""])
			}
		}
		if found != 2 {
			t.Errorf("%q: %d names in the heading", name, found)
		}
	}
}

// TestPictureIsAlone: a picture has neither script nor style, and loads nothing.
func TestPictureIsAlone(t *testing.T) {
	text, _ := pictureOf(t, gaps(), "")
	text = strings.ReplaceAll(text, `xmlns="http://www.w3.org/2000/svg"`, "")
	for _, bad := range []string{"<script", "style", "href", "url(", "http", "<image", "@"} {
		if strings.Contains(text, bad) {
			t.Errorf("the picture has %s", bad)
		}
	}
}

// TestLongNames: the heading cuts long names, the title does not.
func TestLongNames(t *testing.T) {
	page := examplePage()
	page.Shown[0].Query = strings.Repeat("ä", 300)
	text := string(page.svgOf(0))
	if !strings.Contains(text, ">"+strings.Repeat("ä", nameRoom-1)+"…<") || !strings.Contains(text, page.Shown[0].Query) {
		t.Error(text)
	}
}

// TestNotesHaveRoom: the names of both ends are written outside of the span, but inside where there is no room.
func TestNotesHaveRoom(t *testing.T) {
	p := gaps()
	p.Enter, p.Exit = -3, 5
	text, _ := pictureOf(t, p, "")
	for _, want := range []string{`<text x="67.00" y="52.00" text-anchor="start">enter<`, `<text x="621.00" y="52.00" text-anchor="end">exit<`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s", want)
		}
	}
	text, _ = pictureOf(t, gaps(), "")
	if !strings.Contains(text, `text-anchor="end">enter<`) || !strings.Contains(text, `text-anchor="start">exit<`) {
		t.Error(text)
	}
}

// TestWordsAreOutside: the words of a picture lie outside of the box of its curve, so that none lies on the curve or the threshold.
func TestWordsAreOutside(t *testing.T) {
	for _, reach := range []float64{0, 7.1, 8, 50} {
		p, data := gaps(), examplePage()
		data.Data.Threshold, data.Data.Passes[0] = &reach, *p
		for _, e := range elements(t, string(data.svgOf(0))) {
			x, _ := strconv.ParseFloat(e["x"], 64)
			if y, _ := strconv.ParseFloat(e["y"], 64); e["element"] == "text" && x > boxLeft && y > boxTop && y < boxBottom {
				t.Errorf("threshold %v: %q is written at %v, %v", reach, e[""], x, y)
			}
		}
	}
}

// TestClockUnit: offsets of timestamps are in the fitting unit.
func TestClockUnit(t *testing.T) {
	for length, want := range map[float64]string{100: "s", 1000: "min", 1e5: "h", 1e7: "d"} {
		if unit, _ := clockUnit(period{-length / 2, length / 2}); unit != want {
			t.Errorf("%v s: %s, want %s", length, unit, want)
		}
	}
}
