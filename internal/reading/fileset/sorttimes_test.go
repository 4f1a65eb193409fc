package fileset

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"flyby/trajectory/format"
)

// A timedRow is a row of CSV.
type timedRow struct {
	t    int
	text string
}

// TestSortTimes: rows in any order, in one file or several, packed or on standard input, with repeats, gaps and degrees,
// make the store of the file with the rows in order of time.
func TestSortTimes(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 43))
	repeats := 0
	for n := range 60 {
		var rows []timedRow
		for i := range 1 + r.IntN(300) {
			row := timedRow{i / 7, fmt.Sprintf("ship %d,%d,%v,%v,%d\n", i%7, i/7*(1+i%7), r.Float64(), r.Float64(), i%7)}
			for range 1 + r.IntN(10)/9 {
				rows = append(rows, row)
			}
		}
		const head = "id,t,x,y,r\n"
		all := func() string {
			var b strings.Builder
			for _, row := range rows {
				b.WriteString(row.text)
			}
			return head + b.String()
		}
		sorted := all()
		r.Shuffle(len(rows), func(i, k int) { rows[i], rows[k] = rows[k], rows[i] })
		o := format.Options{Reading: format.Reading{LonLat: n%3 == 0, Threads: 1 + r.IntN(3)}, MaxGap: float64(r.IntN(3))}
		want, told, err := readText(t, "a.csv", sorted, o)
		if err != nil {
			t.Fatal(err)
		}
		o.SortTimes = true
		got, report, err := readText(t, "a.csv", all(), o)
		if err != nil || storeText(got) != storeText(want) || fmt.Sprint(report) != fmt.Sprint(told) {
			t.Fatalf("case %d: %v\n got %+v\nwant %+v", n, err, report, told)
		}
		repeats += report.Repeats
		o.Stdin = strings.NewReader(all())
		if got, _, err := Read(context.Background(), "-", o); err != nil || storeText(got) != storeText(want) {
			t.Fatalf("case %d, standard input: %v", n, err)
		}
		if got, _, err := readText(t, "a.csv.gz", gzipped(t, all()), o); err != nil || storeText(got) != storeText(want) {
			t.Fatalf("case %d, packed: %v", n, err)
		}
		files := map[string]string{}
		for i, part := range slices.Collect(slices.Chunk(rows, 1+len(rows)/3)) {
			text := head
			for _, row := range part {
				text += row.text
			}
			files[fmt.Sprintf("%d.csv", i)] = text
		}
		several, _, err := ReadFiles(context.Background(), filesAt(writeAll(t, t.TempDir(), files)...), o)
		if err != nil || storeText(several) != storeText(want) {
			t.Fatalf("case %d, %d files: %v", n, len(files), err)
		}
	}
	if repeats == 0 {
		t.Error("no row was repeated")
	}
}

// TestSortTimesClash: two places at one time are the same error as in ordered files, with the line of the row that comes
// later in the file; where bad rows are left out, that row is.
func TestSortTimesClash(t *testing.T) {
	const text = "id,t,x,y\n1,5,0,0\n1,3,1,1\n1,5,0,0\n2,5,9,9\n1,4,2,2\n1,5,7,7\n"
	_, _, err := readText(t, "a.csv", text, format.Options{SortTimes: true})
	if err == nil || err.Error() != `a.csv:7: column t: "5": repeated time within its trajectory` {
		t.Errorf("%v", err)
	}
	s, report, err := readText(t, "a.csv", text, format.Options{SortTimes: true, Reading: format.Reading{SkipBadRows: true}})
	if err != nil || dump(t, s) != "1,3,1,1\n1,4,2,2\n1,5,0,0\n2,5,9,9\n" || report.Skipped != 1 || report.Repeats != 1 || len(report.Reasons) != 1 {
		t.Errorf("%v, %+v", err, report)
	}
	_, _, err = Read(context.Background(), "-", format.Options{SortTimes: true, Reading: format.Reading{Stdin: strings.NewReader(text)}})
	if err == nil || err.Error() != "standard input: trajectory 1 is at two places at one time (5)" {
		t.Errorf("standard input: %v", err)
	}
	_, _, err = readText(t, "a.csv", "id,t,x,y,r\n1,5,0,0,1\n1,3,1,1,2\n", format.Options{SortTimes: true})
	if err == nil || err.Error() != `a.csv:3: column r: "2": differs from the radius of its trajectory (1)` {
		t.Errorf("radii: %v", err)
	}
	_, _, err = readText(t, "a.csv", "id,t,x,y\n1,5,0,0\n1,3,1,1\n", format.Options{})
	if err == nil || err.Error() != `a.csv:3: column t: "3": earlier than the row before it in its trajectory (5); --sort-times puts rows in order` {
		t.Errorf("without: %v", err)
	}
}

// TestSortTimesFormats: files of other formats, with their gaps, in any order.
func TestSortTimesFormats(t *testing.T) {
	points := []string{trkpt("1", "2", "", "00:00:02Z"), trkpt("1", "2.00001", "", "00:00:00Z"), trkpt("1", "2.00002", "", "00:00:01Z")}
	track := func(order ...int) string {
		text := "<trk><trkseg>"
		for _, i := range order {
			text += points[i]
		}
		return gpxFile(text + "</trkseg></trk>")
	}
	want, _, err := readText(t, "a.gpx", track(1, 2, 0), format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, _, err := readText(t, "a.gpx", track(0, 1, 2), format.Options{SortTimes: true})
	if err != nil || storeText(got) != storeText(want) {
		t.Errorf("GPX: %v", err)
	}
	rows := randomSky(rand.New(rand.NewPCG(3, 4)), 4, 30)
	sorted := skyFiles(rows)["sky.csv"]
	rand.New(rand.NewPCG(3, 4)).Shuffle(len(rows), func(i, k int) { rows[i], rows[k] = rows[k], rows[i] })
	for name, content := range skyFiles(rows) {
		a, _, err := readText(t, name, content, format.Options{SortTimes: true})
		b, _, _ := readText(t, "sky.csv", sorted, format.Options{}) //nolint:errcheck // it is read above
		if err != nil || dump(t, a) != dump(t, b) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSortTimesAttributes: attributes of a trajectory are the values of its first row in time.
func TestSortTimesAttributes(t *testing.T) {
	const text = "id,t,x,y,kind\na,5,0,0,late\na,3,1,1,first\na,4,2,2,then\na,3,1,1,again\n"
	s, report, err := readText(t, "a.csv", text, format.Options{SortTimes: true, Attributes: []string{"kind"}})
	if err != nil || !slices.Equal(report.Attributes.Of("kind", s), []string{"first"}) {
		t.Errorf("%v, %v", err, report.Attributes.Of("kind", s))
	}
}

// TestSortTimesFITS: the rows of a binary table in any order, with scaled times, an attribute, velocities and a repeated
// row, give the store of the ordered rows.
func TestSortTimesFITS(t *testing.T) {
	cards := starColumns("TSCAL2  = 0.25", "TTYPE5  = 'vx'", "TFORM5  = 'D'", "TUNIT5  = 'kpc/Myr'", "TTYPE6  = 'vy'", "TFORM6  = 'D'", "TUNIT6  = 'km s-1'", "TTYPE7  = 'kind'", "TFORM7  = '5A'")
	rows := [][]any{
		{int64(1), 0.0, 0.0, 0.0, 1.0, 0.0, "first"}, {int64(1), 4.0, 1.0, 0.5, 0.0, 900.0, "then "}, {int64(1), 8.0, 1.0, 2.0, -1.0, 0.0, "late "},
		{int64(2), 0.0, 5.0, 5.0, 0.0, 0.0, "other"}, {int64(2), 2.0, 5.0, 6.0, 1.0, 900.0, "then "},
	}
	o := format.Options{Curve: 0.01, Attributes: []string{"kind"}}
	want, _, err := readText(t, "a.fits", fitsFile(fitsTable{cards: cards, rows: rows}.bytes()), o)
	if err != nil || want.Segments() < 6 {
		t.Fatal(want.Segments(), err)
	}
	shuffled := fitsFile(fitsTable{cards: cards, rows: [][]any{rows[2], rows[4], rows[1], rows[0], rows[1], rows[3]}}.bytes())
	if _, _, err := readText(t, "a.fits", shuffled, o); err == nil || !strings.Contains(err.Error(), "row 3: column t") {
		t.Errorf("%v: rows in no order", err)
	}
	o.SortTimes = true
	got, report, err := readText(t, "a.fits", shuffled, o)
	if err != nil || storeText(got) != storeText(want) || report.Repeats != 1 || !slices.Equal(report.Attributes.Of("kind", got), []string{"first", "other"}) {
		t.Errorf("%v, %+v\n%swant\n%s", err, report, storeText(got), storeText(want))
	}
}
