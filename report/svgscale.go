package report

import (
	"flyby/internal/scene"
	"math"
)

// A scale turns values of the data into units of a picture.
type scale struct{ from, to, first, last float64 }

// at returns the place of a value in the picture.
func (s scale) at(v float64) float64 {
	return s.first + float64((v-s.from)/(s.to-s.from)*(s.last-s.first))
}

// niceStep returns 1, 2 or 5 times a power of ten, so that a range of a size has about the given number of steps.
func niceStep(size, steps float64) float64 {
	const leeway = 0.999 // for rounding: a range of just as many steps has them
	rough := size / steps
	power := rough
	if rough > 0 && !math.IsInf(rough, 1) {
		decade, _ := scene.Decade(rough)
		power = math.Pow10(decade)
	}
	for _, factor := range []float64{1, 2, 5} {
		if factor*power >= rough*leeway {
			return factor * power
		}
	}
	return 10 * power
}

// ticks returns nice values in a range, about one more than steps.
func ticks(from, to, steps float64) (all []float64) {
	const leeway = 1e-9
	step := niceStep(to-from, steps)
	for n := math.Ceil(float64(from/step) - leeway); float64(n*step) <= to+float64(leeway*step) && len(all) <= int(3*steps); n++ {
		all = append(all, float64(n*step)+0) // no -0
	}
	return all
}

// clockUnit returns the unit in which offsets of timestamps in a period are shown, and its seconds.
func clockUnit(s period) (string, float64) {
	const minute, hour, day = 60, 3600, 86400
	switch length := s.until - s.from; {
	case length <= 3*minute:
		return "s", 1
	case length <= 3*hour:
		return "min", minute
	case length <= 3*day:
		return "h", hour
	}
	return "d", day
}
