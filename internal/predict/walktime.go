package predict

import (
	"errors"
	"math"

	"flyby/internal/estimate"
)

// Walk is the component for the pyramid walk: the seconds of each kind of step in a walk. The sum of the
// counts times their costs is the time of a search, from its query values to its ordered hits.
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

// Time returns the predicted time of a walk, in seconds.
func (w *Walk) Time(n estimate.WalkCount) float64 {
	sum := 0.0
	for i, v := range n.Parts() {
		sum += v * w.costs()[i]
	}
	return sum
}

// costs returns the costs in the order of estimate.WalkCount.Parts.
func (w *Walk) costs() [6]float64 {
	return [...]float64{w.Search, w.Step, w.BoxTest, w.Interaction, w.Hit, w.Query}
}

// check returns an error for numbers that no calibration makes.
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
