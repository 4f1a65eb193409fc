package fileset

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"flyby/internal/tier"
	"flyby/trajectory/format"
)

// heldAtEnd reads a file, and returns how many bytes the reading holds after all of the file was read.
func heldAtEnd(t *testing.T, name, text string) (bytes uint64, err error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	size := int64(len(text))
	text = ""
	inUse := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := inUse()
	_, _, err = ReadRows(context.Background(), path, format.Options{Reading: format.Reading{Threads: 1, SkipBadRows: true, Progress: func(done, _ int64) {
		if done == size {
			bytes = max(bytes, max(inUse(), before)-before)
		}
	}}}, passOver)
	return bytes, err
}

// TestIDsOfPoints: tracks with an id and no point take no memory, however many a file has.
func TestIDsOfPoints(t *testing.T) {
	tier.Full(t)
	const many, long, most = 600_000, 60_000, 8 << 20 // kept, each of many would take 16 bytes at least, each of long 200
	some := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	point := `<trk><trkseg>` + trkpt("1", "2", "", "00:00:00Z") + `</trkseg></trk>`
	table := `<VOTABLE><TABLE><FIELD name="id" datatype="char" arraysize="*"/><FIELD name="t" datatype="double"/><FIELD name="x" datatype="double"/><FIELD name="y" datatype="double"/><DATA><TABLEDATA>`
	row, rows := "<TR><TD>a</TD><TD>0</TD><TD>1</TD><TD>2</TD></TR>", "</TABLEDATA></DATA></TABLE></VOTABLE>"
	columns, _, _ := strings.Cut(ecsvFile("", "", "id '' int64", "t '' float64", "x '' float64", "y '' float64"), "id t x y")
	step := `<fcd-export><timestep time="0"><vehicle id="a" x="1" y="2"/>`
	for _, c := range []struct {
		name, text string
	}{
		{"tracks.gpx", gpxFile(point + strings.Repeat("<trk></trk>", many))},
		{"steps.xml", step + "</timestep>" + strings.Repeat(`<timestep time="1"/>`, many) + "</fcd-export>"},
		{"vehicles.xml", step + some(long, `<vehicle id="%0200d" x="a" y="2"/>`) + "</timestep></fcd-export>"},
		{"unreadable.xml", step + some(long, "<vehicle id=\"%0200d\xff\" x=\"1\" y=\"2\"/>") + "</timestep></fcd-export>"},
		{"rows.vot", table + row + strings.Repeat("<TR></TR>", many) + rows},
		{"bad.vot", table + row + some(long, "<TR><TD>%0200d</TD><TD>a</TD><TD>1</TD><TD>2</TD></TR>") + rows},
		{"segments.oem", oemFile(oemSegment("A", "UTC", "2020-01-01T00:00:00 1 2 3"), some(long, "META_START\nOBJECT_ID = %0200d\nCENTER_NAME = EARTH\nREF_FRAME = EME2000\nTIME_SYSTEM = UTC\nMETA_STOP\n"))},
		{"bad.ecsv", columns + "id t x y\n1 0 1 2\n" + some(long, "%0200d a 1 2\n")},
		{"bad.csv", "id,t,x,y\n1,0,1,2\n" + some(long, "%0200d,a,1,2\n")},
	} {
		held, err := heldAtEnd(t, c.name, c.text)
		if err != nil || held > most {
			t.Errorf("%s: %d bytes held, at most %d; %v", c.name, held, most, err)
		}
	}
}
