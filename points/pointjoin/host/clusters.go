package host

import (
	"context"

	"flyby/points"
	"flyby/points/pointjoin"
	"flyby/points/pointjoin/dense"
)

var _ pointjoin.Clusterer = (*Driver)(nil)

// Cluster implements pointjoin.Clusterer.
func (d *Driver) Cluster(ctx context.Context, s *points.Store, within pointjoin.Threshold) (pointjoin.Clusters, error) {
	x, err := dense.New(ctx, s, within, d.threads)
	if err != nil {
		return nil, err
	}
	return x, nil
}
