package spool

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"flyby/internal/slab"
	"flyby/internal/spill"
	"flyby/internal/tier"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// circle returns lines of an ephemeris: a circle, each step from first on, with velocities that are off by turn.
func circle(radius, first, step, turn float64, samples int) string {
	var b strings.Builder
	for i := range samples {
		t := first + float64(i)*step
		sin, cos := math.Sincos(t / 800)
		fmt.Fprintf(&b, "1970-01-%02dT%02d:%02d:%02d %v %v 5 %v %v 0\n", 1+int(t)/86400, int(t)/3600%24, int(t)/60%60, int(t)%60, radius*cos, radius*sin, -radius*sin/800, radius*cos/800+turn)
	}
	return b.String()
}

// told returns the ephemeris of an object.
func told(id, says, lines string) string {
	return "META_START\nOBJECT_ID = " + id + "\nCENTER_NAME = EARTH\nREF_FRAME = EME2000\nTIME_SYSTEM = UTC\n" + says + "META_STOP\n" + lines
}

const (
	oemHead = "CCSDS_OEM_VERS = 2.0\n"
	hermite = "INTERPOLATION = HERMITE\nINTERPOLATION_DEGREE = 3\n"
)

// bare returns lines without velocities.
func bare(lines string) string {
	var b strings.Builder
	for line := range strings.Lines(lines) {
		b.WriteString(strings.Join(strings.Fields(line)[:4], " ") + "\n")
	}
	return b.String()
}

// ephemerides returns data sets by name, each the contents of files by name; in some of them motion is curved.
func ephemerides() map[string]map[string]string {
	a, b := circle(7000, 0, 60, 0, 20), circle(7100, 30, 60, 0, 20)
	on := circle(7000, 19*60, 60, 0.2, 10) // from the last place of a, at another velocity
	both := oemHead + told("a", hermite, a) + told("b", "", b)
	return map[string]map[string]string{
		"one file":        {"a.oem": both},
		"a turn":          {"a.oem": both + told("a", hermite, on)},
		"a turn, LINEAR":  {"a.oem": both + told("a", "INTERPOLATION = linear\n", on)},
		"from LINEAR on":  {"a.oem": oemHead + told("a", "INTERPOLATION = LINEAR\n", a) + told("a", hermite, on)},
		"some bare":       {"a.oem": both + told("a", hermite, circle(7000, 2000, 60, 0, 3)+bare(circle(7000, 2180, 60, 0, 3))+circle(7000, 2360, 60, 0, 2))},
		"all bare":        {"a.oem": oemHead + told("a", hermite, bare(a))},
		"in turn":         {"a.oem": both, "b.oem": oemHead + told("a", hermite, circle(7000, 3000, 60, 0, 9))},
		"overlap":         {"a.oem": both, "b.oem": oemHead + told("a", hermite, circle(7000, 600, 60, 0.5, 20))},
		"overlap of bare": {"a.oem": oemHead + told("a", hermite, bare(a)), "b.oem": oemHead + told("a", hermite, circle(7000, 600, 60, 0, 20))},
		"others":          {"a.csv": "id,t,x,y,z\na,1970-01-01T00:00:10Z,7000,80,5\nc,1970-01-01T00:00:10Z,1,2,3\nc,1970-01-01T00:09:10Z,9,2,3\n", "b.oem": both},
		"too far":         {"a.oem": both + told("c", hermite, circle(7e9, 0, 7000, 0, 3))},
		"too large":       {"a.oem": both + told("c", hermite, "1970-01-01T00:00:00 1 2 3 1e300 0 0\n1970-01-01T00:09:00 1 2 4 1e300 0 0\n")},
	}
}

// TestOrbits: ephemerides move by default as input.ReadFiles has it, whatever they contain, and are read again where
// segments have too many parts; curved motion causes no error that straight motion does not.
func TestOrbits(t *testing.T) {
	tier.Full(t)
	r := rand.New(rand.NewPCG(83, 1))
	curved, wide := 0, 0
	for name, set := range ephemerides() {
		folder := t.TempDir()
		var files []input.File
		for _, file := range []string{"a.csv", "a.oem", "b.oem"} {
			if content, there := set[file]; there {
				path := filepath.Join(folder, file)
				if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
				files = append(files, input.File{Path: path})
			}
		}
		for _, sorted := range []bool{false, true} {
			o := format.Options{OrbitCurve: 0.01, SortTimes: sorted, Units: format.Units{Length: "km", Time: "s"}}
			want, wantReport, err := input.ReadFiles(context.Background(), files, o)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			straight := o
			straight.OrbitCurve = 0
			if plain, report, err := input.ReadFiles(context.Background(), files, straight); err != nil || plain.Samples()+report.Added > want.Samples() || report.Motion != nil || wantReport.Motion == nil {
				t.Fatalf("%s: %v, %d samples, %d where straight", name, err, want.Samples(), plain.Samples())
			}
			where, err := spill.Open(t.TempDir(), 0)
			if err != nil {
				t.Fatal(err)
			}
			s, report, err := ReadFiles(context.Background(), files, Options{Format: o, Memory: 16 << 20, Folder: where, grain: coarse, way: always})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if !reflect.DeepEqual(report, wantReport) {
				t.Errorf("%s: report %+v, want %+v", name, report, wantReport)
			}
			if w := slab.Of(want); !reflect.DeepEqual(s.Whole(), w) {
				t.Errorf("%s: %+v, want %+v", name, s.Whole(), w)
			}
			if want.Samples() < 10_000 { // larger ones take seconds
				checkSlabs(t, r, name, s, want)
			}
			s.Close()
			if report.Added > 0 {
				curved++
			}
			if report.Curve > 0.01 {
				wide++
			}
		}
	}
	if curved != 2*10 || wide != 2*2 {
		t.Errorf("%d curved, %d within more than was asked for", curved, wide)
	}
}
