package speed

import (
	"context"

	"flyby/trajectory"
)

// HitBytes is the size of a hit: the rows of two segments and two instants.
const HitBytes = 24

// valueBytes is the size of a sample's value in a query set, trajBytes of each trajectory's first row and excluded
// entry.
const (
	valueBytes = 8
	trajBytes  = 8
)

// Cost is the least work of a search, whatever runs it.
type Cost struct {
	Segments int    `json:"segments"` // the number of query segments
	Up       uint64 `json:"up"`       // bytes: the queries' values
	Down     uint64 `json:"down"`     // bytes: the hits
	Hits     uint64 `json:"hits"`
	// Interactions is the number of pairs of segments that share time and whose own boxes come within d: the hits,
	// and the near misses, which only the interaction itself tells from hits (docs/performance.md).
	Interactions uint64 `json:"interactions"`
}

// NewCost returns the cost of a search that found a number of hits; pairs of trajectories with the same id are left
// out. It compares the boxes of all pairs of segments that share time.
func NewCost(ctx context.Context, queries, entries *trajectory.Store, d float64, hits uint64, threads int) (Cost, error) {
	near, err := Near(ctx, queries, entries, d, threads)
	return Cost{
		Segments: queries.Segments(), Up: upBytes(queries), Down: hits * HitBytes, Hits: hits, Interactions: near,
	}, err
}

// upBytes returns the size of a query set's values.
func upBytes(s *trajectory.Store) uint64 {
	return uint64(s.Samples()*(1+s.Dim())*valueBytes + s.Trajectories()*trajBytes)
}

// Rates are the highest rates of a machine.
type Rates struct {
	Name         string  `json:"name"`
	Up           float64 `json:"up"`           // bytes/s from query values in host memory to the device
	Down         float64 `json:"down"`         // bytes/s of hits from the device to host memory
	Latency      float64 `json:"latency"`      // seconds of the shortest exchange: some bytes up, some down
	Interactions float64 `json:"interactions"` // interactions/s
}

// Floor returns the least time of a search in seconds: the queries go up; then interactions and the way down of the
// hits overlap, and the longer of the two counts.
func (r Rates) Floor(c Cost) float64 {
	return r.Latency + float64(c.Up)/r.Up + max(float64(c.Interactions)/r.Interactions, float64(c.Down)/r.Down)
}
