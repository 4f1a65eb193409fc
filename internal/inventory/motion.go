package inventory

import (
	"fmt"
	"math"

	hostmemory "flyby/internal/memory"
	"flyby/trajectory/format"
)

// Motion describes the motion taken for ephemerides without --curve.
type Motion struct {
	Within float64 `json:"within,omitempty"` // chords of curves, in km; 0: motion is straight
	Asked  float64 `json:"asked"`            // the value of Within where no segment has too many parts
	format.Motion
}

// MotionOf returns nil where no file is an OEM, or --curve was given.
func MotionOf(r *format.Report) *Motion {
	if r.Motion == nil {
		return nil
	}
	return &Motion{r.Kilometres(CurveOf(r)), format.DefaultOrbitCurve, *r.Motion}
}

// CurveOf returns the greatest distance of motion from its curves, 0 where it is straight.
func CurveOf(r *format.Report) float64 {
	if math.IsInf(r.Curve, 1) {
		return 0
	}
	return r.Curve
}

// motion tells of the motion assumed between the lines of ephemerides, and where a file names another.
func (t *teller) motion(r *format.Report) {
	m := MotionOf(r)
	if m == nil {
		return
	}
	if m.Within > 0 {
		split := "no segment is split"
		if r.Split > 0 {
			split = Became(r.Split, r.Added, "segment")
		}
		t.choose("motion follows the velocities to within %s: %s (--curve none: straight lines)", LengthOfOrbits(m.Within), split)
	}
	if m.Turns > 0 {
		t.choose("%s of velocity where an ephemeris goes on from another: both count", Plural(m.Turns, "change"))
	}
	all, curved, bare := 0, 0, 0
	for _, e := range m.Ephemerides {
		all, curved, bare = all+e.Number, curved+e.Curved, bare+e.Bare
	}
	for _, e := range m.Ephemerides {
		t.ephemerides(e, all)
	}
	switch {
	case bare > 0 && curved == 0:
		t.warn("%sno velocities: motion is straight", some(bare, all))
	case bare > 0:
		t.warn("%svelocities lack in some lines: motion is straight from and to these", some(bare, all))
	}
	switch {
	case math.IsInf(r.Curve, 1):
		t.warn("positions and velocities are too large for curves: motion is straight")
	case m.Within > m.Asked:
		t.warn("within %s segments would be split into more than 10,000 parts: motion is within %s of the curve, the least that is enough for all", LengthOfOrbits(m.Asked), LengthOfOrbits(m.Within))
	}
}

// ephemerides tells of the motion taken between the lines of ephemerides with one interpolation; all is the number of all ephemerides.
func (t *teller) ephemerides(e format.Ephemerides, all int) {
	const cubic = "motion is the cubic that fits positions and velocities (--curve none: straight lines)"
	degree := ""
	if e.Degree != "" {
		degree = " of degree " + e.Degree
	}
	switch {
	case e.Number == 0:
	case e.Interpolation == "LINEAR":
		t.choose("%smotion is straight, as INTERPOLATION = LINEAR says", some(e.Number, all))
	case e.Curved == 0 || e.Interpolation == "HERMITE":
	case e.Interpolation != "":
		t.warn("%sINTERPOLATION = %s%s, which flyby has not: %s", some(e.Number, all), e.Interpolation, degree, cubic)
	case degree != "":
		t.warn("%sno INTERPOLATION is said, and degree %s: %s", some(e.Number, all), e.Degree, cubic)
	default:
		t.warn("%sno INTERPOLATION is said: %s", some(e.Number, all), cubic)
	}
}

// some is the beginning of a remark about n of all ephemerides; "" if it is about all.
func some(n, all int) string {
	if n == all {
		return ""
	}
	return fmt.Sprintf("%s of %s ephemerides: ", hostmemory.Count(n), hostmemory.Count(all))
}

// LengthOfOrbits returns a length in km as remarks write it.
func LengthOfOrbits(km float64) string {
	if km == format.DefaultOrbitCurve {
		return "10 m"
	}
	return fmt.Sprintf("%v km", km)
}

// Became says how many segments were split, and into how many.
func Became(split, added int, what string) string {
	return fmt.Sprintf("%s split into %s", Plural(split, what), hostmemory.Count(split+added))
}
