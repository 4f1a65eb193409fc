package perfmodel

import (
	"errors"
	"math"

	"flyby/perfmodel/estimate"
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
	// Stride is the number of levels that the driver opens at once, as estimate.CountWalk takes it.
	Stride int `json:"stride"`
}

// Time is the predicted time of a walk, in seconds.
func (w *Walk) Time(n estimate.WalkCount) float64 {
	sum := 0.0
	for i, v := range n.Parts() {
		sum += v * w.costs()[i]
	}
	return sum
}

// costs are those of estimate.WalkCount.Parts, in that order.
func (w *Walk) costs() [6]float64 {
	return [...]float64{w.Search, w.Step, w.BoxTest, w.Interaction, w.Hit, w.Query}
}

// check reports what no calibration makes.
func (w *Walk) check() error {
	for _, v := range w.costs() {
		if !(v >= 0) || math.IsInf(v, 0) {
			return errors.New("a cost of the walk is not a number >= 0")
		}
	}
	if w.Stride < 1 || w.Stride > estimate.MaxStride {
		return errors.New("stride of the walk out of range")
	}
	return nil
}
