package engine

import "time"

// trusted is the part of a search after which its own pace says more than any prediction.
const trusted = 0.25

// left is the time that a search still takes, from the predicted time of all of it, the time that went by
// and the part that is done, from 0 to 1: by the prediction at first, and more and more by the pace so far.
func left(predicted, elapsed time.Duration, done float64) time.Duration {
	total := float64(predicted)
	if done > 0 {
		weight := min(done/trusted, 1)
		total = (1-weight)*total + weight*float64(elapsed)/min(done, 1)
	}
	return time.Duration(max(total-float64(elapsed), 0))
}
