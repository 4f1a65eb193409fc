package main

import (
	"flyby"
	hostmemory "flyby/internal/memory"
)

// batchesMade is the batches of a search by the method temporal, and its predicted time, for summaries.
type batchesMade struct {
	Batches    int      `json:"batches,omitempty"`
	BatchSize  int      `json:"batch_size,omitempty"`  // query segments in each but the last
	BatchingS  *float64 `json:"batching_s,omitempty"`  // to make them, and to choose their size
	PredictedS *float64 `json:"predicted_s,omitempty"` // search_s by the performance model of the device
}

// batchesIn returns the batches of a search, and the time that the performance model of its device predicted.
func batchesIn(s *flyby.Stats) (m batchesMade) {
	if s.Method == flyby.MethodTemporal {
		m = batchesMade{Batches: s.Batches, BatchSize: s.BatchSize, BatchingS: new(s.Batching.Seconds())}
	}
	if s.Predicted > 0 {
		m.PredictedS = new(s.Predicted.Seconds())
	}
	return m
}

// String is the batches for people, behind the method.
func (m batchesMade) String() (text string) {
	if m.BatchingS != nil {
		text = " in batches: " + batchesOf(m.Batches, m.BatchSize) + ", made in " + took(*m.BatchingS)
	}
	if m.PredictedS != nil {
		text += ", predicted to take " + took(*m.PredictedS)
	}
	return text
}

// batchesOf is a number of batches, with their size where they have one.
func batchesOf(n, size int) string {
	text := hostmemory.Count(n)
	if size > 0 {
		text += " of " + plural(size, "query segment")
	}
	return text
}
