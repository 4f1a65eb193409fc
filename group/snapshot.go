package group

import (
	"context"
	"slices"

	"flyby/cluster"
	"flyby/points"
	"flyby/points/pointjoin"
	"flyby/points/pointjoin/dense"
	"flyby/trajectory"
)

// snapshot is the clusters at a tick, in the order of their numbers, which are disjoint: their members, ascending, one cluster after
// another.
type snapshot struct {
	members []uint32
	ends    []uint32 // of each cluster in members
}

func (s *snapshot) clusters() int { return len(s.ends) }

// cluster returns the members of one.
func (s *snapshot) cluster(i int) []uint32 {
	first := uint32(0)
	if i > 0 {
		first = s.ends[i-1]
	}
	return s.members[first:s.ends[i]:s.ends[i]]
}

// number writes the number of its cluster to of, by object; s.forget undoes that.
func (s *snapshot) number(of []int32) {
	for i := range s.clusters() {
		for _, v := range s.cluster(i) {
			of[v] = int32(i)
		}
	}
}

func (s *snapshot) forget(of []int32) {
	for _, v := range s.members {
		of[v] = none
	}
}

// snapshots clusters the objects of a store at instants: by DBSCAN of all that are there.
type snapshots struct {
	store  *trajectory.Store
	within pointjoin.Threshold
	least  int // minpts
}

// at returns the clusters at an instant.
func (s *snapshots) at(ctx context.Context, t float64) (*snapshot, error) {
	places, present := points.Places(s.store, t)
	if len(present) == 0 {
		return &snapshot{}, nil
	}
	index, err := dense.New(ctx, places, s.within, 1)
	if err != nil {
		return nil, err
	}
	core, lead := make([]bool, len(present)), make([]uint32, len(present))
	if _, err = index.Cores(ctx, s.least, core); err == nil {
		_, err = index.Unite(ctx, core, lead)
	}
	if err == nil {
		_, err = index.Borders(ctx, core, lead)
	}
	if err != nil {
		return nil, err
	}
	labels := cluster.FromLeads(core, lead)
	return newSnapshot(labels.Numbers, labels.Clusters, present), nil
}

// newSnapshot sorts objects into clusters by their labels.
func newSnapshot(labels []int64, clusters int, objects []int) *snapshot {
	s := &snapshot{ends: make([]uint32, clusters)}
	for _, label := range labels {
		if label >= 0 {
			s.ends[label]++
		}
	}
	sum := uint32(0)
	for i, n := range s.ends {
		s.ends[i] = sum // where it begins, until it is filled
		sum += n
	}
	s.members = slices.Grow([]uint32(nil), int(sum))[:sum]
	for row, label := range labels {
		if label >= 0 {
			s.members[s.ends[label]] = uint32(objects[row])
			s.ends[label]++
		}
	}
	return s
}
