package svg

import (
	"math"

	"flyby/internal/scene"
)

// A Scale turns values of the data into units of a picture.
type Scale struct {
	From, To    float64 // values
	First, Last float64 // their places in the picture
}

// At returns the place of a value in the picture.
func (s Scale) At(v float64) float64 {
	return s.First + float64((v-s.From)/(s.To-s.From)*(s.Last-s.First))
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

// Ticks returns nice values in a range, about one more than steps.
func Ticks(from, to, steps float64) (all []float64) {
	const leeway = 1e-9
	step := niceStep(to-from, steps)
	for n := math.Ceil(float64(from/step) - leeway); float64(n*step) <= to+float64(leeway*step) && len(all) <= int(3*steps); n++ {
		all = append(all, float64(n*step)+0) // no -0
	}
	return all
}
