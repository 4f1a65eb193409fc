package fused

import (
	"context"
	"math"

	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/pointjoin"
	"flyby/points"
)

var _ pointjoin.Labeller = (*Clusters)(nil)

// Label implements pointjoin.Labeller: a pass of each method after the other, with all that passes between them on the device. It gives
// up at the first borderline pair.
func (c *Clusters) Label(ctx context.Context, minPoints int, take func(first int, labels []uint32)) (clusters int, stats points.Stats, ok bool, err error) {
	if none, err := c.nothing(ctx); none {
		return 0, stats, err == nil, err
	}
	least := uint32(min(minPoints, math.MaxUint32))
	for _, pass := range []struct {
		before func() error
		launch func(nearArgs) error
	}{
		{func() error { return nil }, func(n nearArgs) error {
			return findCores.Launch(c.program, n.items(), &coresArgs{n, least, c.byRow, c.core, c.notes.Buffer})
		}},
		{c.plant, c.findLinks},
		{c.markLinks, c.findBorders},
	} {
		if err := pass.before(); err != nil {
			return 0, stats, false, err
		}
		if err := c.run(ctx, pass.launch); err != nil {
			return 0, stats, false, err
		}
		stats.Add(c.notes.Stats())
		if c.notes.Doubts() > 0 {
			return 0, stats, false, nil
		}
	}
	clusters, err = c.number()
	if err != nil {
		return 0, stats, false, err
	}
	err = c.dev.Receive(c.byRow, 4*c.points.Len(), func(at int, piece []byte) { take(at/4, cl.View[uint32](piece)) })
	return clusters, stats, err == nil, err
}

// markLinks turns trees into leads, with which the places of core points are marked.
func (c *Clusters) markLinks() error {
	if err := c.closeLinks(); err != nil || c.dense {
		return err
	}
	return c.mark()
}

// number replaces leads by labels, and returns the number of clusters.
func (c *Clusters) number() (int, error) {
	n := c.points.Len()
	if err := findClusters.Launch(c.program, c.items(), &clustersArgs{c.core, c.byRow, uint32(n), c.byPlace}); err != nil {
		return 0, err
	}
	if err := c.dev.Starts(c.program, c.byPlace, n, c.groupSum); err != nil {
		return 0, err
	}
	if err := labelRows.Launch(c.program, c.items(), &labelArgs{c.core, c.byPlace, uint32(n), c.byRow}); err != nil {
		return 0, err
	}
	all := make([]uint32, 1)
	err := clrt.ReadNow(c.dev.Queues, c.byPlace, 4*n, all)
	return int(all[0]), err
}
