package format

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"flyby/trajectory"
)

// linesOf reads all lines, and says how that ended.
func linesOf(r *lineReader) (all []string, err error) {
	if err := r.start(); err != nil {
		return nil, err
	}
	for {
		line, err := r.next()
		if err != nil {
			return all, err
		}
		all = append(all, string(line))
		if r.line != len(all) {
			return nil, fmt.Errorf("line %d is said to be line %d", len(all), r.line)
		}
		if behind := line[:len(line)+1][len(line)]; behind != '\n' && behind != '\r' {
			return nil, fmt.Errorf("%q stands behind line %d", behind, len(all))
		}
	}
}

// TestLineReader: lines are those of the text, whatever is read at a time.
func TestLineReader(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 15))
	for range 300 {
		var want []string
		var text strings.Builder
		for range 1 + r.IntN(40) {
			line := strings.Repeat(string(rune('a'+r.IntN(3))), r.IntN(30))
			want = append(want, line)
			text.WriteString(line + []string{"\n", "\r\n"}[r.IntN(2)])
		}
		whole := text.String()
		if r.IntN(2) == 0 && want[len(want)-1] != "" {
			whole = strings.TrimRight(whole, "\r\n")
		}
		src := inMemory([]byte(whole))
		if r.IntN(2) == 0 {
			src.Data = iotest.OneByteReader(strings.NewReader(whole))
		}
		src.Total = int64(r.IntN(20)) // how much is read at a time
		got, err := linesOf(&lineReader{ctx: context.Background(), src: src})
		if err != io.EOF || !slices.Equal(got, want) {
			t.Fatalf("%q: %v, %v", whole, got, err)
		}
	}
}

func TestLineReaderRefuses(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		ctx        context.Context
		text, want string
	}{
		{context.Background(), "", "fuzz: empty file"},
		{context.Background(), "PAR1...", "fuzz: this is Parquet data, which is read from a file whose name ends in .parquet"},
		{context.Background(), "\xfe\xff\x00a", "fuzz: this is UTF-16 text; convert it to UTF-8"},
		{context.Background(), "a\n" + strings.Repeat("b", 2<<20), "fuzz:2: a line longer than 1048576 bytes"},
		{ended, "a\n", "context canceled"},
	} {
		if _, err := linesOf(&lineReader{ctx: c.ctx, src: inMemory([]byte(c.text))}); err == nil || err.Error() != c.want {
			t.Errorf("%.20q: %v, want %s", c.text, err, c.want)
		}
	}
	src, broken := inMemory([]byte("a\nb")), errors.New("broken")
	src.Data = io.MultiReader(src.Data, iotest.ErrReader(broken))
	if _, err := linesOf(&lineReader{ctx: context.Background(), src: src}); !errors.Is(err, broken) {
		t.Error(err)
	}
}

// TestFileID: the name of a file without folder, packing and extension, or what the caller gives.
func TestFileID(t *testing.T) {
	kind, _ := Find(Formats(), "a.gpx", Input)
	for path, want := range map[string]string{
		"a.gpx": "a", "may/a.GPX": "a", "a.gpx.gz": "a", "a.b.gpx.zst": "a.b", "a": "a", ".gpx": ".gpx", "a.gpx/": "a", "7.gpx": "7",
	} {
		if got, err := (&Options{}).fileID(path, kind.Extensions); got != want || err != nil {
			t.Errorf("%s: %q, %v, want %q", path, got, err, want)
		}
		if got, err := (&Options{ID: "b/c"}).fileID(path, kind.Extensions); got != "b/c" || err != nil {
			t.Errorf("%s with an id: %q, %v", path, got, err)
		}
	}
	if _, err := (&Options{}).fileID("a\xff.gpx", kind.Extensions); err == nil || !strings.Contains(err.Error(), "not UTF-8") {
		t.Error(err)
	}
}

// TestHeightOption: only what is known is taken, and not together with a column.
func TestHeightOption(t *testing.T) {
	const text = "id,t,x,y,z\n1,0,1,2,nan\n1,1,1,2,3\n"
	s, _, err := readText(t, "a.csv", text, Options{Height: NoHeight})
	if err != nil || s.Dim() != 2 || s.Samples() != 2 {
		t.Errorf("%v, %v", s, err)
	}
	for _, o := range []Options{{Height: "geoid"}, {Height: NoHeight, Columns: map[string]string{"z": "z"}}} {
		if _, _, err := readText(t, "a.csv", text, o); err == nil || !strings.HasPrefix(err.Error(), "format: ") {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// TestTracksOfManyBlocks: tracks that span what is read and merged at a time are read as one; the first
// bad row is named wherever it stands, and can be left out.
func TestTracksOfManyBlocks(t *testing.T) {
	const points = 3*feedBlock/2 + 7
	var b strings.Builder
	for track := range 2 {
		fmt.Fprintf(&b, "<trk><name>%s</name><trkseg>\n", strings.Repeat("n", 1+track))
		for i := range points {
			if i%10_000 == 9_999 {
				b.WriteString("</trkseg><trkseg>")
			}
			b.WriteString(trkpt("1", "2", "", trajectory.Timestamp.Format(1577836800 + float64(i))[11:]))
		}
		b.WriteString("</trkseg></trk>\n")
	}
	text := gpx(b.String())
	s, report, err := readText(t, "walk.gpx", text, Options{})
	if err != nil || s.Trajectories() != 2 || s.Samples() != 2*points || report.Rows != 2*points || s.Segments() != 2*(points-3) {
		t.Fatalf("%v: %v, %+v", err, s, report)
	}
	if n := strings.Count(handed(t, "walk.gpx", text, Options{}), "\nnn "); n != points {
		t.Errorf("ReadRows hands %d points of the second track on", n)
	}
	at := strings.LastIndex(text, `lat="1"`)
	bad := text[:at] + `lat="1e2"` + text[at+len(`lat="1"`):]
	line := strings.Count(text[:at], "\n") + 1
	want := fmt.Sprintf(`walk.gpx:%d: column lat: "100": latitude outside -90 to 90 degrees`, line)
	if _, _, err := readText(t, "walk.gpx", bad, Options{}); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if s, report, err := readText(t, "walk.gpx", bad, Options{SkipBadRows: true}); err != nil || s.Samples() != 2*points-1 || report.Reasons[0] != want {
		t.Errorf("%v, %+v", err, report)
	}
}

// TestEstimateOfPoints: the rows of GPX are its track points, not all its elements.
func TestEstimateOfPoints(t *testing.T) {
	text := gpx("<trk><trkseg>" + strings.Repeat(trkpt("1", "2", "3", "00:00:00Z"), 1000) + "</trkseg></trk>")
	if n, ok := estimateRows(inMemory([]byte(text)), "<trkpt"); !ok || n != 1000 {
		t.Errorf("%d, %v", n, ok)
	}
}
