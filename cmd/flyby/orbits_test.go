package main

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/tier"
)

// ephemeris is an orbit as an OEM records it.
type ephemeris struct {
	orbit
	says string // further lines of its header
	bare bool   // without velocities
}

// ephemerides returns a file of ephemerides, in seconds of TDB from 1970 on.
func ephemerides(all ...ephemeris) string {
	var b strings.Builder
	b.WriteString("CCSDS_OEM_VERS = 2.0\nCREATION_DATE = 2024-01-01T00:00:00\nORIGINATOR = TEST\n")
	for _, e := range all {
		fmt.Fprintf(&b, "META_START\nOBJECT_NAME = %s\nOBJECT_ID = %[1]s\nCENTER_NAME = EARTH\nREF_FRAME = EME2000\nTIME_SYSTEM = TDB\n%sMETA_STOP\n", e.id, e.says)
		for i := range e.samples {
			t := e.first + float64(i)*e.step
			p, v := e.at(t)
			fmt.Fprintf(&b, "1970-01-%02dT%02d:%02d:%02d %v %v %v", 1+int(t)/86400, int(t)/3600%24, int(t)/60%60, int(t)%60, p[0], p[1], p[2])
			if !e.bare {
				fmt.Fprintf(&b, " %v %v %v", v[0], v[1], v[2])
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

// saying returns the crossing orbits, in a file that declares an interpolation.
func saying(says string, bare bool) string {
	var all []ephemeris
	for _, o := range crossing() {
		all = append(all, ephemeris{o, says, bare})
	}
	return ephemerides(all...)
}

const hermite = "INTERPOLATION = HERMITE\nINTERPOLATION_DEGREE = 3\n"

// tooClose is a distance that the chords of the crossing orbits come within, but not the orbits in closed form.
const tooClose = "12km"

// TestOrbitsAreCurves: without a flag an OEM is read as curves or as lines by the interpolation that the file declares, and messages and
// the summary report the choice. The circles never come within the distance: truth returns their least distance.
func TestOrbitsAreCurves(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	orbits := crossing()
	if d := truth(&orbits[0], &orbits[1]); d < 12.5 || d > 12.7 {
		t.Fatalf("the orbits come within %v km", d)
	}
	const cubic, none = "motion is the cubic that fits positions and velocities", "--curve none"
	for _, c := range []struct {
		name, says  string
		bare        bool
		flags       []string
		straight    bool // a conjunction is found where there is none
		told        []string
		warning     bool // the line stays with --quiet
		silent      bool
		curve       string // curve of the summary
		interpolate string // interpolate of the summary
	}{
		{name: "HERMITE", says: hermite, told: []string{"orbits.oem: motion follows the velocities to within 10 m: 78 segments split into 1,", none}, curve: "0.01", interpolate: "HERMITE"},
		{name: "in small letters", says: "INTERPOLATION = hermite\n", told: []string{"motion follows"}, curve: "0.01", interpolate: "HERMITE"},
		{name: "LINEAR", says: "INTERPOLATION = LINEAR\n", straight: true, told: []string{"orbits.oem: motion is straight, as INTERPOLATION = LINEAR says"}, interpolate: "LINEAR"},
		{name: "LAGRANGE", says: "INTERPOLATION = LAGRANGE\nINTERPOLATION_DEGREE = 8\n", told: []string{"INTERPOLATION = LAGRANGE of degree 8", cubic, none}, warning: true, curve: "0.01", interpolate: "LAGRANGE"},
		{name: "LAGRANGE of no degree", says: "INTERPOLATION = LAGRANGE\n", told: []string{"INTERPOLATION = LAGRANGE,", cubic}, warning: true, curve: "0.01", interpolate: "LAGRANGE"},
		{name: "none said", told: []string{"orbits.oem: no INTERPOLATION is said", cubic, none}, warning: true, curve: "0.01"},
		{name: "a degree of nothing", says: "INTERPOLATION_DEGREE = 5\n", told: []string{"no INTERPOLATION is said, and degree 5", cubic}, warning: true, curve: "0.01"},
		{name: "no velocities", says: hermite, bare: true, straight: true, told: []string{"orbits.oem: no velocities: motion is straight"}, warning: true, interpolate: "HERMITE"},
		{name: "none", says: hermite, flags: []string{"--curve", "none"}, straight: true, silent: true},
		{name: "explicit", says: hermite, flags: []string{"--curve", "1m"}, silent: true, curve: "0.001"},
		{name: "explicit, though LINEAR", says: "INTERPOLATION = LINEAR\n", flags: []string{"--curve", "1m"}, silent: true, curve: "0.001"},
	} {
		t.Run(c.name, func(t *place) {
			write(t, "orbits.oem", saying(c.says, c.bare))
			for _, command := range []string{"join orbits.oem", "search --entries orbits.oem --queries orbits.oem --exclude-same-id"} {
				args := with(words("%s --distance %s --level encounters", command, tooClose), c.flags...)
				r := invoke(t, "", args...)
				if r.status != cli.OK || strings.Contains(r.out, "\nhigh,low,") != c.straight {
					t.Errorf("%s: status %d\n%s%s", command, r.status, r.out, r.err)
				}
				for _, want := range c.told {
					if !strings.Contains(r.err, want) {
						t.Errorf("%s: told %q, want %q", command, r.err, want)
					}
				}
				quiet := invoke(t, "", with(args, "--quiet")...)
				if quiet.out != r.out || (quiet.err != "") != c.warning || c.silent && r.err != "" {
					t.Errorf("%s: told %q, with --quiet %q", command, r.err, quiet.err)
				}
				slabs := invokeOn(t, streams{outgrown: true}, args...)
				if slabs.out != r.out || slabs.err != r.err {
					t.Errorf("%s in slabs: %d, told %q, want %q\n%swant\n%s", command, slabs.status, slabs.err, r.err, slabs.out, r.out)
				}
				m := orbitSummary(t, with(args, "--json", "--out", "rows.csv")...)
				if got := curveSaid(&m); got != c.curve {
					t.Errorf("%s: the summary says a curve within %q, want %q", command, got, c.curve)
				}
				if m.EntryMotion == nil != c.silent || !c.silent && (m.EntryMotion.Ephemerides[0].Interpolation != c.interpolate || m.EntryMotion.Ephemerides[0].Number != 2) {
					t.Errorf("%s: motion %+v", command, m.EntryMotion)
				}
				verify := strings.Replace(strings.Replace(command, "join orbits.oem", "verify rows.csv --entries orbits.oem", 1), "search", "verify rows.csv", 1)
				if v := invoke(t, "", with(words("%s --distance %s", verify, tooClose), c.flags...)...); v.status != cli.OK || !strings.Contains(v.out, "as they should be") {
					t.Errorf("%s: %+v", verify, v)
				}
			}
		})
	}
}

// orbitSummary runs a command with --json and returns its summary.
func orbitSummary(t *place, args ...string) (m summary) {
	t.Helper()
	r := invoke(t, "", args...)
	lines := strings.Split(strings.TrimSpace(r.err), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &m); err != nil || r.status != cli.OK {
		t.Fatalf("%v: %d, %s", err, r.status, r.err)
	}
	return m
}

// curveSaid returns the bound on the distance of motion from its curves in the summary.
func curveSaid(m *summary) string {
	if m.Curve == nil {
		return ""
	}
	return fmt.Sprint(m.Curve.Within)
}

// TestDefaultCurveIsThatOfTheFlag: by default each command answers as with --curve 10m, and with --curve none as it did with straight
// lines.
func TestDefaultCurveIsThatOfTheFlag(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	write(t, "orbits.oem", saying(hermite, false))
	write(t, "straight.oem", saying("INTERPOLATION = LINEAR\n", false))
	for _, args := range []string{
		"join %s --distance 20km", "join %s --distance 20km --level pairs", "search --entries %[1]s --queries %[1]s --distance 20km",
		"convoys %s --distance 20km --min-size 2 --min-duration 0", "at --entries %s --time 1001",
		"join %s --distance 20km --vertical 30km --level encounters", "join %s --distance 20km --max-gap 59 --level encounters", "join %s --distance 20km --sort-times",
	} {
		want := invoke(t, "", words(args+" --curve 10m", "orbits.oem")...)
		got := invoke(t, "", words(args, "orbits.oem")...)
		if got.status != cli.OK || got.out != want.out || !strings.Contains(got.err, "motion follows the velocities to within 10 m") && !strings.Contains(args, "--max-gap") {
			t.Errorf("%s: %d\n%s%swant\n%s", args, got.status, got.out, got.err, want.out)
		}
		none := invoke(t, "", words(args+" --curve none", "orbits.oem")...)
		straight := invoke(t, "", words(args, "straight.oem")...)
		if none.status != cli.OK || none.out != straight.out || none.err != "" && !strings.Contains(args, "--max-gap") {
			t.Errorf("%s: %d\n%s%swant\n%s", args, none.status, none.out, none.err, straight.out)
		}
		if none.out == got.out && !strings.Contains(args, "--max-gap") {
			t.Errorf("%s: the same by curves and straight\n%s", args, got.out)
		}
	}
}

// TestInfoAndAtReportCurves: info and at report the curve, as text and as JSON.
func TestInfoAndAtReportCurves(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "orbits.oem", saying("INTERPOLATION = LAGRANGE\nINTERPOLATION_DEGREE = 5\n", false))
	r := invoke(t, "", "info", "orbits.oem")
	if !strings.Contains(r.out, "  motion         within 10 m of curves, 78 segments split into 1,") || !strings.Contains(r.err, "LAGRANGE of degree 5") {
		t.Errorf("%s%s", r.out, r.err)
	}
	for _, args := range []string{"info orbits.oem --json", "at --entries orbits.oem --time 1000 --out p.csv --json"} {
		r := invoke(t, "", words("%s", args)...)
		lines := strings.Split(strings.TrimSpace(r.err+r.out), "\n")
		var m struct{ Motion *motion }
		if err := json.Unmarshal([]byte(lines[len(lines)-1]), &m); err != nil || m.Motion == nil || m.Motion.Within != 0.01 || m.Motion.Ephemerides[0].Degree != "5" {
			t.Errorf("%s: %v, %+v\n%s", args, err, m.Motion, r.err)
		}
	}
	o := crossing()[0]
	p, _ := o.at(1010)
	rows := table(t, must(t, "at", "--entries", "orbits.oem", "--time", "1010", "--quiet", "--curve", "10m"))
	byDefault := table(t, invoke(t, "", "at", "--entries", "orbits.oem", "--time", "1010").out)
	if fmt.Sprint(rows) != fmt.Sprint(byDefault) {
		t.Errorf("%v, want %v", byDefault, rows)
	}
	off := 0.0
	for axis, text := range byDefault[1][1:4] {
		var v float64
		fmt.Sscan(text, &v)
		off += (v - p[axis]) * (v - p[axis])
	}
	if off = math.Sqrt(off); off > 0.01+0.00034 {
		t.Errorf("low is %v km off its circle", off)
	}
	r = invoke(t, "", words("convoys orbits.oem --distance 20km --min-size 2 --min-duration 0 --out g.csv --json")...)
	if !strings.Contains(r.err, `"entry_motion":{"within":0.01,`) {
		t.Error(r.err)
	}
}

// TestConvertSplitsNothing: convert splits no segment, whatever interpolation the file declares.
func TestConvertSplitsNothing(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "orbits.oem", saying(hermite, false))
	if rows := must(t, "convert", "orbits.oem"); strings.Count(rows, "\n") != 1+80 || rows != must(t, "convert", "orbits.oem", "--curve", "none") {
		t.Errorf("%d lines", strings.Count(rows, "\n"))
	}
}

// TestOthersStayStraight: in one run with an OEM, files of other formats have straight segments as without it, in one data set or in two.
func TestOthersStayStraight(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	all := []ephemeris{{orbit: crossing()[0], says: hermite}, {orbit: crossing()[1], says: hermite}}
	for i, name := range []string{"low", "high"} {
		write(t, name+".oem", strings.ReplaceAll(ephemerides(all[i]), "TDB", "UTC"))
		must(t, "convert", name+".oem", "--out", name+".csv")
	}
	for _, args := range []string{
		"search --entries low.oem --queries high.csv ", "search --entries high.csv --queries low.oem",
		"join low.oem high.csv", "join high.csv low.oem", "join high.csv low.oem --sort-times",
	} {
		args += " --units km,s --distance 20km --level encounters"
		mixed := invoke(t, "", strings.Fields(args)...)
		slabs := invokeOn(t, streams{outgrown: true}, strings.Fields(args)...)
		straight := invoke(t, "", strings.Fields(strings.ReplaceAll(args, "low.oem", "low.csv"))...)
		both := invoke(t, "", strings.Fields(strings.ReplaceAll(args, "high.csv", "high.oem"))...)
		if mixed.status != cli.OK || mixed.out == straight.out || mixed.out == both.out || slabs.out != mixed.out || slabs.err != mixed.err {
			t.Errorf("%s: %d\n%s%sin slabs\n%s%sstraight\n%s%sboth curved\n%s%s", args, mixed.status, mixed.out, mixed.err, slabs.out, slabs.err, straight.out, straight.err, both.out, both.err)
		}
		if !strings.Contains(mixed.err, "39 segments split into ") {
			t.Errorf("%s: %s", args, mixed.err)
		}
	}
	m := orbitSummary(t, words("search --entries low.oem --queries high.csv --units km,s --distance 20km --json --out rows.csv")...)
	if m.Curve == nil || m.Curve.DMinWithin != 0.01 || m.Curve.QueriesSplit != 0 || m.Queries != 39 || m.QueryMotion != nil {
		t.Errorf("%+v of %d query segments", m.Curve, m.Queries)
	}
	if other := invoke(t, "", words("join low.csv high.csv --units km,s --distance 20km")...); other.err != "" {
		t.Errorf("no OEM: %s", other.err)
	}
}

// TestMostPartsByDefault: where 10,000 parts a segment do not suffice for 10 m, the default is the least tolerance that they suffice for,
// without an error; an explicit flag is still wrong usage.
func TestMostPartsByDefault(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	tight := ephemerides(ephemeris{orbit: orbit{id: "a", radius: 7000, step: 400000, samples: 3}, says: hermite}, ephemeris{orbit: orbit{id: "b", radius: 7200, tilt: 0.01, step: 60, samples: 1000}, says: hermite})
	write(t, "wide.oem", tight)
	args := words("join wide.oem --distance 9000km --level encounters")
	explicit := invoke(t, "", with(args, "--curve", "10m")...)
	_, least, found := strings.Cut(explicit.err, "; --curve ")
	least, _, _ = strings.Cut(least, " is enough")
	if explicit.status != cli.WrongUsage || !found {
		t.Fatalf("%d, %q", explicit.status, explicit.err)
	}
	r := invoke(t, "", args...)
	want := invoke(t, "", with(args, "--curve", least)...)
	warning := "wide.oem: within 10 m segments would be split into more than 10,000 parts: motion is within " + strings.TrimSuffix(least, "km") + " km of the curve, the least that is enough for all"
	if r.status != cli.OK || r.out != want.out || strings.Count(r.out, "\n") < 2 || !strings.Contains(r.err, warning) {
		t.Errorf("%d: %q, want %q\n%.800swant\n%.800s", r.status, r.err, warning, r.out, want.out)
	}
	if slabs := invokeOn(t, streams{outgrown: true}, args...); slabs.out != r.out || slabs.err != r.err {
		t.Errorf("in slabs: %d, %q\n%.800swant\n%.800s", slabs.status, slabs.err, slabs.out, r.out)
	}
	m := orbitSummary(t, with(args, "--json", "--out", "rows.csv")...)
	if curveSaid(&m)+"km" != least || m.EntryMotion.Asked != 0.01 {
		t.Errorf("%+v, %+v, want %s", m.Curve, m.EntryMotion, least)
	}
	if quiet := invoke(t, "", with(args, "--quiet")...); !strings.Contains(quiet.err, warning) {
		t.Errorf("--quiet: %q", quiet.err)
	}
}

// TestVerifyOfStraightLines: a file of results from before orbits were curves verifies with --curve none, and the error of verifying it
// without the flag names the flag; faults that no value of the flag explains do not.
func TestVerifyOfStraightLines(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	write(t, "orbits.oem", saying(hermite, false))
	for _, level := range []string{"hits", "encounters", "pairs"} {
		must(t, words("join orbits.oem --distance 20km --level %s --curve none --out old.csv", level)...)
		verify := words("verify old.csv --entries orbits.oem --distance 20km")
		r := invoke(t, "", verify...)
		if r.status != cli.Failure || !strings.Contains(r.err, "old.csv: row 1: ") || !strings.Contains(r.err, "--curve none") {
			t.Errorf("%s: %d, %s", level, r.status, r.err)
		}
		if r := invoke(t, "", with(verify, "--curve", "none")...); r.status != cli.OK || r.err != "" {
			t.Errorf("%s: %d, %s", level, r.status, r.err)
		}
		if r := invoke(t, "", with(verify, "--curve", "10m")...); r.status != cli.Failure || strings.Contains(r.err, "--curve none") {
			t.Errorf("%s, an explicit curve: %d, %s", level, r.status, r.err)
		}
	}
}
