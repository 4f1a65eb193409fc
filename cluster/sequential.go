package cluster

import (
	"context"

	"flyby/points"
)

// Sequential clusters points over their neighbour table, each point's neighbours without itself, which counts all
// the same. It goes by row, as Algorithm 1 of M. Gowanlock, C. M. Rude, D. M. Blair, J. D. Li, V. Pankratius, *Clustering
// Throughput Optimization on the GPU*, IPDPS 2017; points that join a cluster leave the noise, which the listing
// forgets. minPoints is at least 1. The error is ctx's.
func Sequential(ctx context.Context, t points.Table, minPoints int) (Labels, error) {
	s := sequential{table: t, labels: New(len(t.Offsets) - 1), least: minPoints - 1}
	for row := range s.labels.Numbers {
		if row%rowsBetween == 0 && ctx.Err() != nil {
			return Labels{}, ctx.Err()
		}
		if s.labels.Numbers[row] == Noise && s.core(uint32(row)) {
			if err := s.grow(ctx, uint32(row)); err != nil {
				return Labels{}, err
			}
		}
	}
	return s.labels, nil
}

// rowsBetween two looks at a context.
const rowsBetween = 1 << 12

// sequential is a run over a table.
type sequential struct {
	table   points.Table
	labels  Labels
	least   int      // neighbours of a core point, itself not counted
	waiting []uint32 // core points of a cluster whose neighbours are not looked at yet
}

// core reports whether a point has enough neighbours.
func (s *sequential) core(row uint32) bool {
	return s.table.Offsets[row+1]-s.table.Offsets[row] >= uint64(s.least)
}

// grow makes the next cluster, from its first core point on.
func (s *sequential) grow(ctx context.Context, first uint32) error {
	number := int64(s.labels.Clusters)
	s.labels.Clusters++
	s.take(first, number)
	for looked := 0; len(s.waiting) > 0; looked++ {
		if looked%rowsBetween == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		last := len(s.waiting) - 1
		row := s.waiting[last]
		s.waiting = s.waiting[:last]
		for _, near := range s.table.Of(int(row)) {
			if s.labels.Numbers[near] == Noise {
				s.take(near, number)
			}
		}
	}
	return nil
}

// take puts a point that is in no cluster yet into one.
func (s *sequential) take(row uint32, number int64) {
	if !s.core(row) {
		s.labels.put(row, number, BorderPoint)
		return
	}
	s.labels.put(row, number, CorePoint)
	s.waiting = append(s.waiting, row)
}
