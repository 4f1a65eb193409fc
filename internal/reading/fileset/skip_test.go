package fileset

import (
	"fmt"
	"strings"
	"testing"

	"flyby/internal/testing/formattest"
	"flyby/trajectory/format"
)

// TestSkipBadRowsKeepsLines wants bad rows of all kinds left out as they are read, and the lines of
// rows between and after them not shifted, in every block.
func TestSkipBadRowsKeepsLines(t *testing.T) {
	var b, kept strings.Builder
	b.WriteString("id,t,x,y\n")
	skipped := 0
	for i := range 60_000 {
		switch {
		case i%7 == 3:
			fmt.Fprintf(&b, "%d,bad,0,0\n", i%5)
			skipped++
		case i%11 == 4 && i > 10:
			fmt.Fprintf(&b, "%d,0,%d,0\n", i%5, i)
			skipped++
		default:
			fmt.Fprintf(&b, "%d,%d,%d,0\n", i%5, i, i)
			fmt.Fprintf(&kept, "%d,%d,%d,0\n", i%5, i, i)
		}
	}
	want, _, err := readText(t, "points.csv", "id,t,x,y\n"+kept.String(), format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, report, err := readText(t, "points.csv", b.String(), format.Options{Reading: format.Reading{SkipBadRows: true}})
	if err != nil || report.Skipped != skipped || report.Rows != 60_000 {
		t.Fatalf("%v, %+v, want %d rows skipped", err, report, skipped)
	}
	formattest.SameStore(t, s, want)
	reasons := []string{
		`points.csv:5: column t: "bad": not a number`,
		`points.csv:12: column t: "bad": not a number`,
		`points.csv:17: column t: "0": earlier than the row before it in its trajectory (5); --sort-times puts rows in order`,
		`points.csv:19: column t: "bad": not a number`,
		`points.csv:26: column t: "bad": not a number`,
	}
	if got, want := strings.Join(report.Reasons, "\n"), strings.Join(reasons, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	// An error of New about a later row still has the right line.
	table := "id,t,x,y\n1,0,0,0\n1,0,0,1\n1,1,0,0\n\n1,1,0,1\n1,2,0,0\n1,1,0,0\n"
	_, report, err = readText(t, "points.csv", table, format.Options{Reading: format.Reading{SkipBadRows: true}})
	if want := "points.csv:3 points.csv:6 points.csv:8"; err != nil || places(report.Reasons) != want {
		t.Errorf("%v, %s, want %s", err, places(report.Reasons), want)
	}
}

// places returns the file and line at the beginning of each reason.
func places(reasons []string) string {
	var all []string
	for _, r := range reasons {
		place, _, _ := strings.Cut(r, ": ")
		all = append(all, place)
	}
	return strings.Join(all, " ")
}

// TestFirstFaultInFileOrder wants the error about the first bad row in the file, be it bad by
// itself or because of earlier rows.
func TestFirstFaultInFileOrder(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"points.csv", "id,t,x,y\n1,0,0,0\n1,0,1,0\n1,1,bad,0\n", `points.csv:3: column t: "0": repeated time within its trajectory`},
		{"points.csv", "id,t,x,y\n1,0,0,0\n1,1,bad,0\n1,0,0,0\n", `points.csv:3: column x: "bad": not a number`},
		{"points.csv", "id,t,x,y,r\n1,0,0,0,1\nb,0,0,0,2\n1,1,0,0,2\n1,1,bad,0,1\n", `points.csv:4: column r: "2": differs from the radius of its trajectory (1)`},
		{"points.csv", "id,t,x,y\n2,0,0,0\n1,5,0,0\n2,1,0,0\n1,5,0,1\nb,0,1e301,0\n", `points.csv:5: column t: "5": repeated time within its trajectory`},
		{"points.csv", "id,t,x,y\n2,0,0,0\n1,5,0,0\n2,1,0,2e301\n1,5,0,0\n", `points.csv:4: column y: "2e+301": magnitude over 2^1000`},
		{"cars.fcd.xml", fcdFile("<timestep time=\"1\"><vehicle id=\"a\" x=\"1\" y=\"2\"/>\n<vehicle id=\"a\" x=\"1\" y=\"3\"/>\n</wrong>"),
			`cars.fcd.xml:5: column time: "1": repeated time within its trajectory`},
		{"cars.fcd.xml", fcdFile("<timestep time=\"1\"><vehicle id=\"a\" x=\"1\" y=\"2\"/>\n<vehicle id=\"a\" x=\"1\" y=\"3\"/>\n<vehicle id=\"a\" x=\"1\" y=\"bad\"/>"),
			`cars.fcd.xml:5: column time: "1": repeated time within its trajectory`},
	} {
		if _, _, err := readText(t, c.name, c.text, format.Options{}); err == nil || err.Error() != c.want {
			t.Errorf("%q:\n got %v\nwant %s", c.text, err, c.want)
		}
	}
}
