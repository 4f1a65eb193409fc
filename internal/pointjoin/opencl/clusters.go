package opencl

import (
	"context"
	"fmt"

	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/opencl/internal/fused"
	"flyby/kernel"
	"flyby/points"
)

var (
	_ pointjoin.Clusterer = (*Driver)(nil)
	_ pointjoin.Labeller  = (*clusters)(nil)
)

// Cluster implements pointjoin.Clusterer.
func (d *Driver) Cluster(_ context.Context, s *points.Store, within pointjoin.Threshold) (pointjoin.Clusters, error) {
	if s.Len() > fused.MostPoints {
		return nil, fmt.Errorf("opencl: cluster: %d points, at most %d: %w", s.Len(), fused.MostPoints, kernel.ErrMemory)
	}
	c, err := fused.Load(d.dev, s, within)
	if err != nil {
		return nil, d.fault("cluster", err)
	}
	return &clusters{d, c}, nil
}

// clusters is fused.Clusters that gives errors the driver's meaning.
type clusters struct {
	d *Driver
	*fused.Clusters
}

// Cores implements pointjoin.Clusters.
func (c *clusters) Cores(ctx context.Context, minPoints int, core []bool) (points.Stats, error) {
	stats, err := c.Clusters.Cores(ctx, minPoints, core)
	return stats, c.d.end("core points", err)
}

// Unite implements pointjoin.Clusters.
func (c *clusters) Unite(ctx context.Context, core []bool, lead []uint32) (points.Stats, error) {
	stats, err := c.Clusters.Unite(ctx, core, lead)
	return stats, c.d.end("unite", err)
}

// Borders implements pointjoin.Clusters.
func (c *clusters) Borders(ctx context.Context, core []bool, lead []uint32) (points.Stats, error) {
	stats, err := c.Clusters.Borders(ctx, core, lead)
	return stats, c.d.end("border points", err)
}

// Label implements pointjoin.Labeller.
func (c *clusters) Label(ctx context.Context, minPoints int, take func(first int, labels []uint32)) (int, points.Stats, bool, error) {
	n, stats, ok, err := c.Clusters.Label(ctx, minPoints, take)
	return n, stats, ok, c.d.end("label", err)
}
