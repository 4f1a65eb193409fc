package perfmodel

import "time"

// margin is the part of the time that a choice must save to be preferred to the one before it: less than
// what predictions err by is no reason to leave the default.
const margin = 0.05

// Choose returns the index of the prediction to follow among methods and devices: the first, unless a
// later one is clearly faster. The default comes first; none returns -1.
func Choose(predictions []Prediction) int {
	best := -1
	for i, p := range predictions {
		if best < 0 || float64(p.Time()) < (1-margin)*float64(predictions[best].Time()) {
			best = i
		}
	}
	return best
}

// trusted is the part of a search after which its own pace says more than any prediction.
const trusted = 0.25

// Left is the time that a search still takes, from the predicted time of all of it, the time that went by
// and the part that is done, from 0 to 1: by the prediction at first, and more and more by the pace so far.
func Left(predicted, elapsed time.Duration, done float64) time.Duration {
	total := float64(predicted)
	if done > 0 {
		weight := min(done/trusted, 1)
		total = (1-weight)*total + weight*float64(elapsed)/min(done, 1)
	}
	return time.Duration(max(total-float64(elapsed), 0))
}
