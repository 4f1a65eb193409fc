package predict

import (
	"flyby/perfmodel"
)

// margin is the part of the time that a choice must save to be preferred to an earlier one: a difference
// smaller than the errors of predictions is no reason to leave the default.
const margin = 0.05

// Choose returns the index of the prediction to follow among devices: the first, unless a
// later one is clearly faster. The default must come first; without predictions Choose returns -1.
func Choose(predictions []perfmodel.Prediction) int {
	best := -1
	for i, p := range predictions {
		if best < 0 || float64(p.Time()) < (1-margin)*float64(predictions[best].Time()) {
			best = i
		}
	}
	return best
}
