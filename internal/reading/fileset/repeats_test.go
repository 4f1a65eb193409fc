package fileset

import (
	"fmt"
	"strings"
	"testing"

	"flyby/internal/testing/formattest"
	"flyby/trajectory/format"
)

// TestRepeats wants a table whose rows are repeated in place to give the store of the table without
// repeats, with each repeat counted, for all kinds of ids, times and positions, in one block and in
// many.
func TestRepeats(t *testing.T) {
	for name, c := range map[string]struct {
		header, row string
		o           format.Options
	}{
		"integers":  {"id,t,x,y", "%d,%d,%d,0", format.Options{}},
		"names":     {"id,t,x,y", "car %d,%d,%d,0", format.Options{}},
		"radii":     {"id,t,x,y,r", "%d,%d,%d,0,0.5", format.Options{Reading: format.Reading{SkipBadRows: true}}},
		"places":    {"id,t,lon,lat", "%d,%d,%d,1", format.Options{Reading: format.Reading{LonLat: true}}},
		"times":     {"id,t,x,y", "%d,2024-05-01T00:00:%02dZ,%d,0", format.Options{Reading: format.Reading{Threads: 3}}},
		"heights":   {"id,t,x,y,z", "%d,%d,%d,0,7", format.Options{MaxGap: 1}},
		"bad among": {"id,t,x,y", "%d,%d,%d,0", format.Options{Reading: format.Reading{SkipBadRows: true}}},
	} {
		var once, often strings.Builder
		once.WriteString(c.header + "\n")
		often.WriteString(c.header + "\n")
		repeats, bad := 0, 0
		for i := range 120 {
			row := fmt.Sprintf(c.row, i%2, i/2, i/2) + "\n"
			once.WriteString(row)
			often.WriteString(strings.Repeat(row, 1+i%3))
			repeats += i % 3
			if name == "bad among" && i%10 == 5 {
				often.WriteString(fmt.Sprintf(c.row, i%2, i/2, 77) + "\n" + row)
				repeats, bad = repeats+1, bad+1
			}
		}
		want, _, err := readText(t, "a.csv", once.String(), c.o)
		if err != nil {
			t.Fatal(err)
		}
		got, report, err := readText(t, "a.csv", often.String(), c.o)
		if err != nil || report.Repeats != repeats || report.Skipped != bad || report.Rows != 120+repeats+bad {
			t.Fatalf("%s: %v, %+v, want %d repeats and %d bad rows", name, err, report, repeats, bad)
		}
		formattest.SameStore(t, got, want)
	}
}

// TestNoRepeats: a row that differs from the row before in any column is no repeat.
func TestNoRepeats(t *testing.T) {
	for text, want := range map[string]string{
		"id,t,x,y\n1,0,0,0\n1,0,0,1\n":               `a.csv:3: column t: "0": repeated time within its trajectory`,
		"id,t,x,y,z\n1,0,0,0,0\n1,0,0,0,1\n":         `a.csv:3: column t: "0": repeated time within its trajectory`,
		"id,t,x,y,r\n1,0,0,0,0\n1,0,0,0,1\n":         `a.csv:3: column t: "0": repeated time within its trajectory`,
		"id,t,x,y\n1,0,0,0\n1,1,0,0\n1,0,0,0\n":      `a.csv:4: column t: "0": earlier than the row before it in its trajectory (1); --sort-times puts rows in order`,
		"id,t,x,y\n1,0,0,0\n1,-0,-0,0\n1,1,x,0\n":    `a.csv:4: column x: "x": not a number`,
		"id,t,x,y\n1,0,0,0\n2,0,0,0\n1,0,0,0\n2,0,9": `a.csv:5: 3 columns where the header has 4`,
	} {
		if _, _, err := readText(t, "a.csv", text, format.Options{}); err == nil || err.Error() != want {
			t.Errorf("%q:\ngot  %v\nwant %s", text, err, want)
		}
	}
}
