package pointengine

import (
	"fmt"
	"math"
	"strings"

	"flyby/points"
	"flyby/points/pointjoin"
)

// cheapest is the method that is predicted to take the least time, and why. Methods that predict nothing, those
// of papers, which are there to be measured, are never chosen; the first is where nothing is predicted.
func cheapest(s *points.Store, within pointjoin.Threshold, all []pointjoin.Method) (pointjoin.Method, string) {
	best, least := all[0], math.Inf(1)
	var told []string
	for _, m := range all {
		if m.Predict == nil {
			continue
		}
		seconds := m.Predict(s, within)
		told = append(told, fmt.Sprintf("%s %.2g s", m.Name, seconds))
		if seconds < least {
			best, least = m, seconds
		}
	}
	return best, "predicted on one core: " + strings.Join(told, ", ")
}
