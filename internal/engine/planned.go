package engine

import (
	"flyby/internal/queryset"
	"flyby/perfmodel"
)

// planned is what choosing a method found out about one search by the method temporal, for running it: to sort its
// query segments and to pick a batch size takes a part of the search that is not taken twice.
type planned struct {
	index      *binsIndex // nil: nothing was planned
	model      *perfmodel.Model
	queries    *queryset.Set
	prediction perfmodel.Prediction
}

// sorted returns the query segments of a task in order of time.
func (x *binsIndex) sorted(t task) *queryset.Set {
	if p := t.planned; p != nil && p.index == x && p.queries.Store == t.Queries {
		return p.queries
	}
	return queryset.New(t.Queries, x.bins, t.Window)
}

// predict predicts a task in batches of the best size, by the model of a device. queries are those that sorted returned.
func (x *binsIndex) predict(t task, queries *queryset.Set, m *perfmodel.Model) perfmodel.Prediction {
	if p := t.planned; p != nil && p.queries == queries && p.model == m {
		return p.prediction
	}
	prediction := m.Plan(x.workload(queries, t.Rule))
	if t.planned != nil {
		*t.planned = planned{x, m, queries, prediction}
	}
	return prediction
}
