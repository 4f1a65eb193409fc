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
	Round     string `json:"round"`               // what the run was for: runs of one round compare
	Trial     int    `json:"trial"`               // from 1
}

// Run is one timed search. Times are in seconds.
type Run struct {
	Key
	Seconds      float64 `json:"seconds"`            // response time, without that to make batches
	Kernel       float64 `json:"kernel,omitempty"`   // on the device, where it tells
	Batching     float64 `json:"batching,omitempty"` // to make batches
	Batches      int     `json:"batches,omitempty"`
	Interactions uint64  `json:"interactions,omitempty"`
	BoxTests     uint64  `json:"boxTests,omitempty"`
	Hits         uint64  `json:"hits"`
	Chosen       string  `json:"chosen,omitempty"` // what method auto chose
	Join         *Join   `json:"join,omitempty"`   // of a join of points: whose pairs are Hits, and whose search Seconds is
}

// NewRun takes the numbers of a run from the statistics of a search.
func NewRun(s flyby.Stats) Run {
	return Run{
		Seconds: (s.Search - s.Batching).Seconds(), Kernel: s.Kernel.Seconds(), Batching: s.Batching.Seconds(),
		Batches: s.Batches, Interactions: s.Interactions, BoxTests: s.BoxTests, Hits: s.Hits,
	}
}

// NewTimedRun is a run of which only the time is known.
func NewTimedRun(d time.Duration, hits uint64) Run {
	return Run{Seconds: d.Seconds(), Hits: hits}
}

// Join is what is told of a join of points alone. Times are in seconds.
type Join struct {
	Eps        float64 `json:"eps"`                  // that was searched with
	Index      float64 `json:"index"`                // to index the points
	Processors float64 `json:"processors,omitempty"` // of all threads, for index and search, where the system tells
	Cells      uint64  `json:"cells,omitempty"`      // cells, boxes or lists that were looked up
	Candidates uint64  `json:"candidates,omitempty"` // distances computed
	Float64    uint64  `json:"float64,omitempty"`    // of them, those that no filter of lower precision decided
	Exact      uint64  `json:"exact,omitempty"`      // of them, those that exact arithmetic decided

	Clusters *Clusters `json:"clusters,omitempty"` // of a search for clusters
}

// Clusters is what is told of a search for clusters alone, whose clusters are Hits. Times are in seconds, summed over its
// variants, of which some may run at once.
type Clusters struct {
	Search float64 `json:"search"`           // to count neighbours, or to make their table
	Labels float64 `json:"labels"`           // from there to labels
	Noise  int     `json:"noise"`            // points of no cluster, of all variants
	Memory uint64  `json:"memory,omitempty"` // bytes that the process held at most beside what it had before, where it was asked for
}

// NewJoinRun takes the numbers of a run from the statistics of a join of points within eps, which took the
// processors some time.
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
