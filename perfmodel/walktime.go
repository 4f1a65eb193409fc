package perfmodel

import (
	"errors"
	"math"

	"flyby/internal/fit"
)

// Walk is the component for the pyramid walk: seconds for each thing that a walk is made of. A count times
// its cost, added up, is the time of a search, from its query values to its hits put in order.
type Walk struct {
	Search      float64 `json:"search"`      // of any search
	Step        float64 `json:"step"`        // a level of pairs
	BoxTest     float64 `json:"boxTest"`     // a comparison of two boxes
	Interaction float64 `json:"interaction"` // a comparison of two segments
	Hit         float64 `json:"hit"`         // a hit, sent, stored and put in order
	Query       float64 `json:"query"`       // a query segment, put into the pyramid and sent
	// Stride is the number of levels that the driver opens at once, as CountWalk takes it.
	Stride int `json:"stride"`
}

// WalkPoint is a measured walk.
type WalkPoint struct {
	Count     WalkCount `json:"count"`
	Tests     float64   `json:"tests"` // box tests by the driver's own count; 0: it does not count
	Seconds   float64   `json:"seconds"`
	Predicted float64   `json:"predicted"`
}

// Time is the predicted time of a walk, in seconds.
func (w *Walk) Time(n WalkCount) float64 {
	sum := 0.0
	for i, v := range n.features() {
		sum += v * w.costs()[i]
	}
	return sum
}

// walkCosts is the number of costs of a Walk.
const walkCosts = 6

func (n WalkCount) features() [walkCosts]float64 {
	return [...]float64{1, n.Steps, n.BoxTests, n.Interactions, n.Hits, n.Queries}
}

func (w *Walk) costs() [walkCosts]float64 {
	return [...]float64{w.Search, w.Step, w.BoxTest, w.Interaction, w.Hit, w.Query}
}

// check reports what no calibration makes.
func (w *Walk) check() error {
	for _, v := range w.costs() {
		if !(v >= 0) || math.IsInf(v, 0) {
			return errors.New("a cost of the walk is not a number >= 0")
		}
	}
	if w.Stride < 1 || w.Stride > maxStride {
		return errors.New("stride of the walk out of range")
	}
	return nil
}

// fitWalk makes the costs of least relative error, none negative, and returns that error's mean square.
func fitWalk(points []WalkPoint, stride int) (Walk, float64) {
	var rows [][]float64
	var y []float64
	for _, p := range points {
		f := p.Count.features()
		rows, y = append(rows, f[:]), append(y, p.Seconds)
	}
	a, ones := fit.Relative(rows, y)
	x := fit.NonNegative(a, ones)
	return Walk{x[0], x[1], x[2], x[3], x[4], x[5], stride}, fit.Residual(a, x, ones) / float64(len(points))
}
