package main

import (
	"fmt"
	"math"

	hostmemory "flyby/internal/memory"
	"flyby/trajectory/format"
)

// motion is what the summary tells of ephemerides where no --curve is given.
type motion struct {
	Within float64 `json:"within,omitempty"` // chords of curves, in km; 0: motion is straight
	Asked  float64 `json:"asked"`            // what that is where no segment has too many parts
	format.Motion
}

// motionOf is nil where no file is an OEM, or --curve was given.
func motionOf(r *format.Report) *motion {
	if r.Motion == nil {
		return nil
	}
	return &motion{curveOf(r), orbitCurve, *r.Motion}
}

// curveOf is within what distance of curves motion is, 0 where it is straight.
func curveOf(r *format.Report) float64 {
	if math.IsInf(r.Curve, 1) {
		return 0
	}
	return r.Curve
}

// tellMotion tells how motion between the lines of ephemerides was taken, and warns where that is not what they say.
func (a *app) tellMotion(name string, r *format.Report) {
	m := motionOf(r)
	if m == nil {
		return
	}
	if m.Within > 0 {
		split := "no segment is split"
		if r.Split > 0 {
			split = became(r.Split, r.Added, "segment")
		}
		a.display.note("%s: motion follows the velocities to within %s: %s (--curve none: straight lines)", name, lengthOfOrbits(m.Within), split)
	}
	if m.Turns > 0 {
		a.display.note("%s: %s of velocity where an ephemeris goes on from another: both count", name, plural(m.Turns, "change"))
	}
	all, curved, bare := 0, 0, 0
	for _, e := range m.Ephemerides {
		all, curved, bare = all+e.Number, curved+e.Curved, bare+e.Bare
	}
	for _, e := range m.Ephemerides {
		a.tellEphemerides(name, e, all)
	}
	switch {
	case bare > 0 && curved == 0:
		a.display.warn("%s: %sno velocities: motion is straight", name, some(bare, all, ": "))
	case bare > 0:
		a.display.warn("%s: %svelocities lack in some lines: motion is straight from and to these", name, some(bare, all, ": "))
	}
	switch {
	case math.IsInf(r.Curve, 1):
		a.display.warn("%s: positions and velocities are too large for curves: motion is straight", name)
	case m.Within > m.Asked:
		a.display.warn("%s: within %s segments would be split into more than 10,000 parts: motion is within %s of the curve, the least that is enough for all", name, lengthOfOrbits(m.Asked), lengthOfOrbits(m.Within))
	}
}

// tellEphemerides tells how motion between the lines of ephemerides that say the same was taken; all is the number of ephemerides.
func (a *app) tellEphemerides(name string, e format.Ephemerides, all int) {
	const cubic = "motion is the cubic that fits positions and velocities (--curve none: straight lines)"
	degree := ""
	if e.Degree != "" {
		degree = " of degree " + e.Degree
	}
	switch {
	case e.Number == 0:
	case e.Interpolation == "LINEAR":
		a.display.note("%s: %smotion is straight, as INTERPOLATION = LINEAR says", name, some(e.Number, all, ": "))
	case e.Curved == 0 || e.Interpolation == "HERMITE":
	case e.Interpolation != "":
		a.display.warn("%s: %sINTERPOLATION = %s%s, which flyby has not: %s", name, some(e.Number, all, ": "), e.Interpolation, degree, cubic)
	case degree != "":
		a.display.warn("%s: %sno INTERPOLATION is said, and degree %s: %s", name, some(e.Number, all, ": "), e.Degree, cubic)
	default:
		a.display.warn("%s: %sno INTERPOLATION is said: %s", name, some(e.Number, all, ": "), cubic)
	}
}

// some says of how many of all ephemerides something is told, with what follows; nothing where it is all.
func some(n, all int, then string) string {
	if n == all {
		return ""
	}
	return fmt.Sprintf("%s of %s ephemerides%s", hostmemory.Count(n), hostmemory.Count(all), then)
}

// lengthOfOrbits is a length in km as messages tell it.
func lengthOfOrbits(km float64) string {
	if km == orbitCurve {
		return "10 m"
	}
	return fmt.Sprintf("%v km", km)
}

// curveText is what info tells of motion that is curved, "" where it is straight.
func curveText(r *format.Report) string {
	within := curveOf(r)
	if within == 0 {
		return ""
	}
	length := lengthOfOrbits(within)
	if r.Motion == nil {
		length = fmt.Sprint(within)
		if u := r.Units.Length; u != "" {
			length += " " + u
		}
	}
	return fmt.Sprintf("within %s of curves, %s", length, became(r.Split, r.Added, "segment"))
}
