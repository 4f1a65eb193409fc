package speed

import (
	"context"

	"flyby/trajectory"
)

// HitBytes is the size of a hit: the rows of two segments and two instants.
const HitBytes = 24

// What a query set is, in bytes: its samples, and each trajectory's first row and excluded entry.
const (
	valueBytes = 8
	trajBytes  = 8
)

// Cost is the least that a search costs, whatever runs it.
type Cost struct {
	Segments int    `json:"segments"` // of the queries
	Up       uint64 `json:"up"`       // bytes: the queries' values
	Down     uint64 `json:"down"`     // bytes: the hits
	Hits     uint64 `json:"hits"`
	// Interactions are the pairs of segments that share time and whose own boxes come within d: the hits, and
	// the near misses, which nothing but the interaction itself tells from hits (docs/performance.md).
	Interactions uint64 `json:"interactions"`
}

// NewCost is the cost of a search that found hits, their number; pairs of trajectories with the same id are left out.
// It compares the boxes of all pairs of segments that share time.
func NewCost(ctx context.Context, queries, entries *trajectory.Store, d float64, hits uint64, threads int) (Cost, error) {
	near, err := Near(ctx, queries, entries, d, threads)
	return Cost{
		Segments: queries.Segments(), Up: upBytes(queries), Down: hits * HitBytes, Hits: hits, Interactions: near,
	}, err
}

// upBytes is the size of a query set's values.
func upBytes(s *trajectory.Store) uint64 {
	return uint64(s.Samples()*(1+s.Dim())*valueBytes + s.Trajectories()*trajBytes)
}

// Rates are what a machine can do at best.
type Rates struct {
	Name         string  `json:"name"`
	Up           float64 `json:"up"`           // bytes/s from query values in host memory to where they are compared
	Down         float64 `json:"down"`         // bytes/s of hits from there to host memory
	Latency      float64 `json:"latency"`      // seconds of the shortest exchange: some bytes up, some down
	Interactions float64 `json:"interactions"` // interactions/s
}

// Floor is the least time of a search in seconds: the queries go up; then interactions and the way down of
// the hits overlap, and the longer of the two counts.
func (r Rates) Floor(c Cost) float64 {
	return r.Latency + float64(c.Up)/r.Up + max(float64(c.Interactions)/r.Interactions, float64(c.Down)/r.Down)
}
