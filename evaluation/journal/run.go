package journal

import (
	"encoding/json"
	"time"

	"flyby"
)

// Key names a measurement: a journal holds one run of each.
type Key struct {
	Search    string `json:"search"`              // "S1"
	Method    string `json:"method"`              // of flyby
	Device    string `json:"device,omitempty"`    // selector; "": the session's
	Parameter string `json:"parameter,omitempty"` // "periodic:120", "r=12,threads=4,d=1"
	Round     string `json:"round"`               // the purpose of the run: runs of one round compare
	Trial     int    `json:"trial"`               // from 1
}

// Run is one timed search. Times are in seconds.
type Run struct {
	Key
	Seconds      float64 `json:"seconds"`            // response time, without the time to make batches
	Kernel       float64 `json:"kernel,omitempty"`   // time on the device, where it reports that
	Batching     float64 `json:"batching,omitempty"` // time to make batches
	Batches      int     `json:"batches,omitempty"`
	Interactions uint64  `json:"interactions,omitempty"`
	BoxTests     uint64  `json:"boxTests,omitempty"`
	Hits         uint64  `json:"hits"`
	Chosen       string  `json:"chosen,omitempty"` // the choice of method auto
	Join         *Join   `json:"join,omitempty"`   // for a join of points: Hits counts its pairs, Seconds times its search
}

// NewRun returns a run with the numbers of a search's statistics.
func NewRun(s flyby.Stats) Run {
	return Run{
		Seconds: (s.Search - s.Batching).Seconds(), Kernel: s.Kernel.Seconds(), Batching: s.Batching.Seconds(),
		Batches: s.Batches, Interactions: s.Interactions, BoxTests: s.BoxTests, Hits: s.Hits,
	}
}

// NewTimedRun returns a run with a time and a number of hits alone.
func NewTimedRun(d time.Duration, hits uint64) Run {
	return Run{Seconds: d.Seconds(), Hits: hits}
}

// Join has the numbers that only joins of points have. Times are in seconds.
type Join struct {
	Eps        float64 `json:"eps"`                  // the distance of the search
	Index      float64 `json:"index"`                // time to index the points
	Processors float64 `json:"processors,omitempty"` // time of all threads, for index and search, where the system reports it
	Cells      uint64  `json:"cells,omitempty"`      // cells, boxes or lists that were looked up
	Candidates uint64  `json:"candidates,omitempty"` // distances computed
	Float64    uint64  `json:"float64,omitempty"`    // candidates that no filter of lower precision decided
	Exact      uint64  `json:"exact,omitempty"`      // candidates that exact arithmetic decided

	Clusters *Clusters `json:"clusters,omitempty"` // for a search for clusters
}

// Clusters has the numbers that only searches for clusters have, whose clusters are Hits. Times are in seconds, summed
// over its variants, of which some may run at once.
type Clusters struct {
	Search float64 `json:"search"`           // time to count neighbours, or to make their table
	Labels float64 `json:"labels"`           // time from there to labels
	Noise  int     `json:"noise"`            // points in no cluster, summed over variants
	Memory uint64  `json:"memory,omitempty"` // bytes that the process held at most beyond what it had before, where they were measured
}

// NewJoinRun returns a run with the numbers of a join of points within eps, and the processors' time of it.
func NewJoinRun(s flyby.PointStats, eps float64, processors time.Duration) Run {
	return Run{Seconds: s.Search.Seconds(), Hits: s.Pairs, Join: &Join{
		Eps: eps, Index: s.Index.Seconds(), Processors: processors.Seconds(),
		Cells: s.Cells, Candidates: s.Candidates, Float64: s.Float64, Exact: s.Exact,
	}}
}

// line is a line of the file: one of its fields is set.
type line struct {
	Session *Session `json:"session,omitempty"`
	Run     *Run     `json:"run,omitempty"`
	Fact    *fact    `json:"fact,omitempty"`
}

// fact is a named value of any shape.
type fact struct {
	Name  string          `json:"name"`
	Value json.RawMessage `json:"value"`
}
