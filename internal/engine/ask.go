package engine

import (
	"cmp"

	"flyby/batching"
	"flyby/interaction"
	"flyby/trajectory"
)

const (
	// DefaultBatching is the batching of the method temporal where nothing else is said.
	DefaultBatching = "periodic:120"
	// ModelBatching is flyby.ModelBatching.
	ModelBatching = "model"
)

// Ask has the fields of flyby.Search, which is converted to it. It serves data sets in memory
// and others.
type Ask struct {
	Queries        *trajectory.Store
	Distance       float64
	From, To       *float64
	ExcludeSameID  bool
	Batching       string
	Vertical       *float64
	VerticalStrict bool
	ExactTimes     bool
}

// Window returns the times that are searched.
func (a Ask) Window() interaction.Window {
	w := interaction.Unbounded()
	if a.From != nil {
		w.From = *a.From
	}
	if a.To != nil {
		w.To = *a.To
	}
	return w
}

// Heights returns the vertical threshold; nil: there is none.
func (a Ask) Heights() *interaction.Heights {
	if a.Vertical == nil {
		return nil
	}
	return &interaction.Heights{Within: *a.Vertical, Strict: a.VerticalStrict}
}

// Rule returns the rule by which two segments are a hit. It needs only the ids of the queries
// and the entries.
func (a Ask) Rule(entries *trajectory.Store) interaction.Rule {
	r := interaction.Rule{Distance: a.Distance, Window: a.Window(), Vertical: a.Heights(), ExactTimes: a.ExactTimes, Join: a.Queries == nil}
	if a.ExcludeSameID && !r.Join {
		r.Excluded = interaction.ExcludeSameID(a.Queries, entries)
	}
	return r
}

// Algorithm returns the batching algorithm of the ask, or else of the method's settings; nil: batches are of the size that the model finds
// best. The error is batching.Parse's.
func (a Ask) Algorithm(settings map[string]string) (batching.Algorithm, error) {
	spec := cmp.Or(a.Batching, settings["batching"], DefaultBatching)
	if spec == ModelBatching {
		return nil, nil
	}
	return batching.Parse(spec)
}
