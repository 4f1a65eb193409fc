package format

import (
	"math"

	"flyby/internal/geo"
	"flyby/points"
	"flyby/trajectory"
)

// A checker checks coordinates against their limits.
type checker struct {
	limits *[3]trajectory.Limit // of degrees and heights; nil: only points.MaxMagnitude
}

func (o *Options) checker() checker {
	if o.LonLat {
		return checker{geo.Limits()}
	}
	return checker{}
}

// fits reports whether a coordinate is within its limits.
func (c checker) fits(dimension int, v float64) bool {
	if c.limits == nil {
		return math.Abs(v) <= points.MaxMagnitude
	}
	return v >= c.limits[dimension].Least && v <= c.limits[dimension].Greatest
}

// cause returns what is wrong with a coordinate, "" if nothing is.
func (c checker) cause(dimension int, v float64) string {
	switch {
	case c.fits(dimension, v):
		return ""
	case math.IsNaN(v) || math.IsInf(v, 0):
		return "not a finite number"
	case math.Abs(v) > points.MaxMagnitude:
		return "magnitude over 2^1000"
	}
	return c.limits[dimension].Cause
}
