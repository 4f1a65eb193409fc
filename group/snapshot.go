package group

import (
	"context"
	"slices"

	"flyby/cluster"
	"flyby/internal/memory"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/dense"
	"flyby/points"
	"flyby/trajectory"
)

// snapshot is the clusters at a tick, in the order of their numbers, which are disjoint: their members, ascending, one cluster after
// another.
type snapshot struct {
	members []uint32
	ends    []uint32 // of each cluster in members
}

func (s *snapshot) clusters() int { return len(s.ends) }

// cluster returns the members of the i-th cluster.
func (s *snapshot) cluster(i int) []uint32 {
	first := uint32(0)
	if i > 0 {
		first = s.ends[i-1]
	}
	return s.members[first:s.ends[i]:s.ends[i]]
}

// number sets of, by object, to the number of the object's cluster; s.forget undoes that.
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

// snapshots clusters the objects of a store at instants, one after another, by DBSCAN of all objects present. Each thread has snapshots of its own.
type snapshots struct {
	store  *trajectory.Store
	within pointjoin.Threshold
	least  int // minpts
	grid   *grid
	core   []bool
	lead   []uint32 // by row: the lowest row of the cluster's core points
	count  []uint32 // by row: how many points are near
}

// at returns the clusters at an instant.
func (s *snapshots) at(ctx context.Context, t float64) (*snapshot, error) {
	places, present := points.Places(s.store, t)
	if len(present) == 0 {
		return &snapshot{}, nil
	}
	s.core, s.lead = memory.Reuse(s.core, len(present)), memory.Reuse(s.lead, len(present))
	listed, err := s.grid.near(places)
	switch {
	case listed:
		s.unite(s.grid.pairs)
	case err == nil:
		err = s.dense(ctx, places)
	}
	if err != nil {
		return nil, err
	}
	labels := cluster.FromLeads(s.core, s.lead, 1)
	return newSnapshot(labels.Numbers, labels.Clusters, present), nil
}

// dense finds the leads without pairs.
func (s *snapshots) dense(ctx context.Context, places *points.Store) error {
	index, err := dense.New(ctx, places, s.within, 1)
	if err != nil {
		return err
	}
	if _, err = index.Cores(ctx, s.least, s.core); err == nil {
		_, err = index.Unite(ctx, s.core, s.lead)
	}
	if err == nil {
		_, err = index.Borders(ctx, s.core, s.lead)
	}
	return err
}

// unite finds the leads by all pairs that are near each other.
func (s *snapshots) unite(pairs [][2]uint32) {
	s.count = memory.Reuse(s.count, len(s.lead))
	clear(s.count)
	for _, p := range pairs {
		s.count[p[0]]++
		s.count[p[1]]++
	}
	for row, n := range s.count {
		s.core[row], s.lead[row] = int(n)+1 >= s.least, uint32(row)
	}
	for _, p := range pairs {
		if s.core[p[0]] && s.core[p[1]] {
			a, b := s.root(p[0]), s.root(p[1])
			s.lead[max(a, b)] = min(a, b)
		}
	}
	for row := range s.lead {
		if s.core[row] {
			s.lead[row] = s.root(uint32(row))
		} else {
			s.lead[row] = pointjoin.NoLead
		}
	}
	for _, p := range pairs {
		switch {
		case s.core[p[0]] == s.core[p[1]]:
		case s.core[p[0]]:
			s.lead[p[1]] = min(s.lead[p[1]], s.lead[p[0]])
		default:
			s.lead[p[0]] = min(s.lead[p[0]], s.lead[p[1]])
		}
	}
}

// root returns the lowest row of a set of united core points, and shortens the way to it.
func (s *snapshots) root(row uint32) uint32 {
	for s.lead[row] != row {
		s.lead[row] = s.lead[s.lead[row]]
		row = s.lead[row]
	}
	return row
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
		s.ends[i] = sum // where the cluster begins, until it is filled
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
