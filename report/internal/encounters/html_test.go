package encounters

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"os"
	"regexp"
	"strings"
	"testing"

	"flyby/internal/scene"
	"flyby/internal/testing/pagetest"
	"flyby/report/internal/page"
	"flyby/trajectory"
)

// examplePage returns a page of encounters of two cars, each pair with two hostile names.
func examplePage() *maker {
	threshold := 8.0
	p := blank()
	p.Entries = new(trajectory.Store)
	p.Title, p.Facts = "near.csv: the closest 6 of 6 encounters "+pagetest.Hostile()[0], []string{pagetest.Hostile()[0]}
	p.Data.Measures = page.Measures{Dim: 2, Length: "m", Time: "s", Speed: new(string), Threshold: &threshold}
	p.Data.When = page.When{Span: scene.Span{From: "0", Until: "10", Columns: 1000}, All: [][2]int{{100, 1}, {300, 0}}}
	p.Hold(brief{Ruler: scene.Ruler{From: 4.125, Until: 4.875}}, 0.75)
	for n, name := range pagetest.Hostile() {
		other := pagetest.Hostile()[(n+1)%len(pagetest.Hostile())]
		p.Shown = append(p.Shown, &row{
			texts:   texts{Query: name, Entry: other, Closest: "4.5", Distance: "7.0710678118654755", Enter: "4.125", Exit: "4.875", Speed: "14.142"},
			closest: 4.5, distance: 7.0710678118654755, duration: 0.75,
		})
		p.Data.Passes = append(p.Data.Passes, Pass{
			Enter: -0.375, Exit: 0.375,
			Query: Track{Lines: []scene.Line{{T: []float64{-4.5, 5.5}, X: []float64{-45, 55}, Y: []float64{0, 0}}}},
			Entry: Track{Lines: []scene.Line{{T: []float64{-4.5, 0, 5.5}, X: []float64{5, 5, 5}, Y: []float64{-40, 5, 60}}}},
		})
		p.Data.Some = append(p.Data.Some, page.Interval{Name: name, Count: n + 1, Columns: [][2]int{{100, 200 + 10*n}}})
		p.Data.Meetings.Objects = append(p.Data.Meetings.Objects, name)
		p.Data.Meetings.Counts = append(p.Data.Meetings.Counts, [3]int{n, (n + 1) % 6, n + 1})
	}
	p.Data.Distances = scene.Histogram{From: 0, Width: 1, Counts: []int{0, 0, 0, 0, 0, 0, 0, 6}}
	p.Data.Durations = scene.Histogram{From: 0, Width: 0.25, Counts: []int{0, 0, 0, 6}}
	return p
}

func exampleHTML(t *testing.T, p *maker) string {
	t.Helper()
	var b bytes.Buffer
	if err := p.Page.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestNamesAreText: hostile names reach the page as text alone, and come back whole from its JSON.
func TestNamesAreText(t *testing.T) {
	var data Data
	pagetest.Data(t, exampleHTML(t, examplePage()), &data)
	for n, name := range pagetest.Hostile() {
		if data.Some[n].Name != name {
			t.Errorf("%q came back as %q", name, data.Some[n].Name)
		}
	}
}

// TestPolicy: the policy names the page's one style and one script, as they are between their tags.
func TestPolicy(t *testing.T) {
	text := exampleHTML(t, examplePage())
	between := func(tag string) string {
		_, rest, _ := strings.Cut(text, "<"+tag+">")
		inside, _, _ := strings.Cut(rest, "</"+tag+">")
		return inside
	}
	want := `content="default-src 'none'; base-uri 'none'; form-action 'none'; style-src '` + sha256Of(between("style")) + `'; script-src '` + sha256Of(between("script")) + `'"`
	if !strings.Contains(text, want) {
		t.Errorf("no %s in the page", want)
	}
	if n := strings.Count(text, "<script"); n != 2 {
		t.Errorf("%d scripts and data blocks", n)
	}
	tags := regexp.MustCompile(`"[^"]*"`).ReplaceAllString(strings.Split(text, "<script>")[0], `""`)
	if regexp.MustCompile(`<[^>]* (style|on[a-z]+)=`).MatchString(tags) {
		t.Error("the page has a style or a handler in an attribute")
	}
}

// TestEmptyPage: a page without encounters says so.
func TestEmptyPage(t *testing.T) {
	if text := exampleHTML(t, blank()); !strings.Contains(text, "There are no encounters.") {
		t.Error("nothing says so")
	}
}

// TestScriptIsWhole: the script has each of its files.
func TestScriptIsWhole(t *testing.T) {
	pagetest.WholeScript(t, blank().Page)
	if out := os.Getenv("FLYBY_EXAMPLE_PAGE"); out != "" {
		if err := os.WriteFile(out, []byte(exampleHTML(t, examplePage())), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// sha256Of returns the hash of a text as a policy names it.
func sha256Of(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
