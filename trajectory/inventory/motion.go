package inventory

import (
	"math"

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
	return &Motion{CurveOf(r), format.DefaultOrbitCurve, *r.Motion}
}

// CurveOf returns the greatest distance of motion from its curves, 0 where it is straight.
func CurveOf(r *format.Report) float64 {
	if math.IsInf(r.Curve, 1) {
		return 0
	}
	return r.Curve
}
