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
