package main

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/output"
	"flyby/internal/tier"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// orbit is a circle about the origin, in a plane that contains the x axis.
type orbit struct {
	id                  string
	radius, tilt, phase float64 // km, radians
	first, step         float64 // s
	samples             int
}

// at returns the position and velocity of the object: km, km/s.
func (o *orbit) at(t float64) (p, v [3]float64) {
	const earth = 398600.4418 // km³/s²
	turn := math.Sqrt(earth/o.radius) / o.radius
	sin, cos := math.Sincos(turn*t + o.phase)
	up, level := math.Sincos(o.tilt)
	p = [3]float64{o.radius * cos, o.radius * sin * level, o.radius * sin * up}
	v = [3]float64{-o.radius * turn * sin, o.radius * turn * cos * level, o.radius * turn * cos * up}
	return p, v
}

// crossing returns two orbits of which one passes 12.6 km above the other, sampled each minute, out of step.
func crossing() []orbit {
	return []orbit{
		{id: "low", radius: 6878.137, tilt: 0.9, phase: -1, first: 0, step: 60, samples: 40},
		{id: "high", radius: 6890.737, tilt: 1.7, phase: -0.99727, first: 30, step: 60, samples: 40},
	}
}

// asCSV returns samples of orbits in columns.
func asCSV(orbits []orbit) string {
	var b strings.Builder
	b.WriteString("id,t,x,y,z,vx,vy,vz\n")
	for _, o := range orbits {
		for i := range o.samples {
			t := o.first + float64(i)*o.step
			p, v := o.at(t)
			fmt.Fprintf(&b, "%s,%v,%v,%v,%v,%v,%v,%v\n", o.id, t, p[0], p[1], p[2], v[0], v[1], v[2])
		}
	}
	return b.String()
}

// asOEM returns the samples as ephemerides, in seconds from 1970 on in the scale TDB.
func asOEM(orbits []orbit) string {
	var b strings.Builder
	b.WriteString("CCSDS_OEM_VERS = 2.0\nCREATION_DATE = 2024-01-01T00:00:00\nORIGINATOR = TEST\n")
	for _, o := range orbits {
		fmt.Fprintf(&b, "META_START\nOBJECT_NAME = %s\nOBJECT_ID = %[1]s\nCENTER_NAME = EARTH\nREF_FRAME = EME2000\nTIME_SYSTEM = TDB\nMETA_STOP\n", o.id)
		for i := range o.samples {
			t := int(o.first + float64(i)*o.step)
			p, v := o.at(float64(t))
			fmt.Fprintf(&b, "1970-01-01T%02d:%02d:%02d %v %v %v %v %v %v\n", t/3600, t/60%60, t%60, p[0], p[1], p[2], v[0], v[1], v[2])
		}
	}
	return b.String()
}

// leastOf returns d_min of the encounter in the rows of a join.
func leastOf(t *place, rows string) float64 {
	t.Helper()
	least := math.Inf(1)
	for _, line := range strings.Split(strings.TrimSpace(rows), "\n")[1:] {
		d, err := strconv.ParseFloat(strings.Split(line, ",")[5], 64)
		if err != nil {
			t.Fatal(err)
		}
		least = min(least, d)
	}
	return least
}

// truth returns the least distance of two orbits while both have samples.
func truth(a, b *orbit) float64 {
	least := math.Inf(1)
	for t := 30.0; t < 2340; t += 0.001 {
		p, _ := a.at(t)
		q, _ := b.at(t)
		x, y, z := p[0]-q[0], p[1]-q[1], p[2]-q[2]
		least = min(least, x*x+y*y+z*z)
	}
	return math.Sqrt(least)
}

// TestOrbitsOutOfStep: for orbits that are sampled each 60 s, out of step, the closest approach is wrong by a
// kilometre and more along chords, and right along curves to 2E and the error of the cubic, by every method.
func TestOrbitsOutOfStep(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	orbits := crossing()
	write(t, "orbits.csv", asCSV(orbits))
	write(t, "orbits.oem", asOEM(orbits))
	want := truth(&orbits[0], &orbits[1])
	join := []string{"join", "orbits.csv", "--units", "km,s", "--distance", "20km", "--level", "encounters"}
	if d := leastOf(t, must(t, join...)); want < 12.5 || want > 12.7 || math.Abs(d-want) < 1 {
		t.Errorf("%v by chords, %v in truth: want a kilometre between them", d, want)
	}
	const cubic = 2 * 0.00034 // error of the cubic, in km
	for _, within := range []float64{1, 0.1, 0.01, 0.001} {
		curved := with(join, "--curve", fmt.Sprint(within))
		rows := must(t, curved...)
		if d := leastOf(t, rows); math.Abs(d-want) > 2*within+cubic {
			t.Errorf("%v within %v, %v in truth", d, within, want)
		}
		for _, method := range []string{"temporal", "rtree", "bruteforce"} {
			if must(t, with(curved, "--method", method)...) != rows {
				t.Errorf("%s: another answer within %v", method, within)
			}
		}
		if oem := must(t, "join", "orbits.oem", "--distance", "20km", "--level", "encounters", "--curve", fmt.Sprintf("%vm", 1000*within)); oem != rows {
			t.Errorf("within %v: of an OEM\n%s\nof columns\n%s", within, oem, rows)
		}
	}
}

// TestCurvesAreSummarized: the summary counts split segments, and bounds the error of d_min.
func TestCurvesAreSummarized(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "orbits.csv", asCSV(crossing()))
	args := []string{"orbits.csv", "--units", "km,s", "--distance", "20km", "--curve", "100m", "--level", "encounters", "--out", "rows.csv"}
	r := invoke(t, "", append([]string{"join", "--json"}, args...)...)
	var s summary
	lines := strings.Split(strings.TrimSpace(r.err), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &s); err != nil || s.Curve == nil {
		t.Fatalf("%v: %s", err, r.err)
	}
	if c := *s.Curve; c.Within != 0.1 || c.DMinWithin != 0.2 || c.EntrySplit != 78 || c.EntryAdded+c.EntrySplit != s.Entries || c.QueriesAdded != c.EntryAdded {
		t.Errorf("%+v of %d segments", c, s.Entries)
	}
	if said := must(t, "verify", "rows.csv", "--entries", "orbits.csv", "--units", "km,s", "--distance", "20km", "--curve", "100m"); !strings.Contains(said, "as they should be") {
		t.Error(said)
	}
	if r := invoke(t, "", "verify", "rows.csv", "--entries", "orbits.csv", "--units", "km,s", "--distance", "20km"); r.status != cli.Failure {
		t.Errorf("exit status %d of chords: %s%s", r.status, r.out, r.err)
	}
	told := invoke(t, "", append([]string{"search", "--verbose", "--queries", "orbits.csv", "--entries"}, args...)...)
	want := fmt.Sprintf("curves: 78 entry segments split into %[1]d, 78 query segments split into %[1]d; d_min is within 0.2 km (2E) of that of the curves\n", s.Entries)
	if told.status != cli.OK || !strings.Contains(told.err, want) || !strings.Contains(told.err, "segments split along curves") {
		t.Errorf("%s, want %s", told.err, want)
	}
}

// TestCurvesWithHeights: with a vertical threshold the answer equals, to the bit, the answer of a file of the
// chords, by every method and slab by slab, and verify confirms it.
func TestCurvesWithHeights(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	orbits := append(crossing(), orbit{id: "third", radius: 6885, tilt: 1.2, phase: -1.004, first: 10, step: 45, samples: 50})
	write(t, "orbits.csv", asCSV(orbits))
	units := format.Units{Length: "km", Time: "s"}
	chords, _, err := input.Read(t.Context(), t.at("orbits.csv"), format.Options{Curve: 0.05, Units: units})
	if err != nil {
		t.Fatal(err)
	}
	if err := output.WriteStore(t.Context(), t.at("chords.csv"), chords, output.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	ask := func(command, more string, args ...any) []string {
		return words(command+" --units km,s --distance 900 --vertical 150km "+more, args...)
	}
	for _, level := range []string{"hits", "encounters", "pairs"} {
		want := must(t, ask("join chords.csv", "--level %s", level)...)
		if strings.Count(want, "\n") < 3 {
			t.Errorf("%s: too few to tell\n%s", level, want)
		}
		curved := ask("join orbits.csv", "--curve 50m --level %s", level)
		for _, method := range []string{"auto", "bruteforce", "temporal"} {
			if got := must(t, with(curved, "--method", method)...); got != want {
				t.Errorf("%s by %s\n%swant\n%s", level, method, got, want)
			}
		}
		if r := invokeOn(t, streams{outgrown: true}, curved...); r.status != cli.OK || r.out != want {
			t.Errorf("%s in slabs: %d\n%s%swant\n%s", level, r.status, r.err, r.out, want)
		}
	}
	told := invoke(t, "", ask("join orbits.csv", "--curve 50m --level encounters --out rows.csv --verbose")...)
	if !strings.Contains(told.err, "d_min and dz_closest are within 0.1 km (2E) of those of the curves from t_enter to t_exit") {
		t.Error(told.err)
	}
	if said := must(t, ask("verify rows.csv --entries orbits.csv", "--curve 50m")...); !strings.Contains(said, "as they should be") {
		t.Error(said)
	}
}
