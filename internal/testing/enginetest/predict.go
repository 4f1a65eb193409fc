package enginetest

import (
	"time"

	"flyby/binindex"
	"flyby/internal/estimate"
	"flyby/perfmodel"
)

// Predictions are a model's predictions of a search.
type Predictions struct {
	Choice   Prediction    // the temporal method at the batch size that the model picks
	Curve    []Prediction  // at the sizes that were asked for
	Walk     Prediction    // the spatiotemporal method
	Tests    int           // interactions sampled for the number of hits
	Error    float64       // standard error of the hits, as a fraction of them
	Overhead time.Duration // time of making the choice
}

// Prediction is a predicted search.
type Prediction struct {
	Size               int           // query segments a batch; 0: none
	Kernel, Host       time.Duration // T_GPU and T_CPU of the paper
	Interactions, Hits float64
}

func newPrediction(p perfmodel.Prediction) Prediction {
	return Prediction{p.Size, p.Kernel, p.Host, p.Interactions, p.Hits}
}

// Predict predicts a search in periodic batches of the model's choice and of some sizes, and by the
// spatiotemporal method, indexed by some threads.
func (m *Model) Predict(s Search, sizes []int, threads int) Predictions {
	bins := binindex.NewBins(s.Entries, 0)
	entries := estimate.NewEntries(s.Entries, bins) // kept with a database
	rule := s.rule()
	start := time.Now()
	w := entries.NewWorkload(s.Queries, rule)
	p := Predictions{Choice: newPrediction(m.model.Plan(w))}
	p.Overhead = time.Since(start)
	p.Tests, p.Error = w.Estimate().Tests, w.Estimate().Error
	for _, size := range sizes {
		p.Curve = append(p.Curve, newPrediction(m.model.Predict(w, size)))
	}
	p.Walk = newPrediction(m.model.PredictWalk(m.countWalk(s, threads)))
	return p
}

// countWalk estimates the counts of the search by the spatiotemporal method.
func (m *Model) countWalk(s Search, threads int) estimate.WalkCount {
	entries := binindex.NewPyramid(s.Entries, nil, binindex.ChooseSetting(s.Entries, threads), threads)
	queries := binindex.NewPyramid(s.Queries, entries.Frame, entries.Setting.OfQueries(s.Queries), threads)
	return estimate.CountWalk(queries, entries, s.rule(), m.model.Walk.Stride, 0, 1)
}
