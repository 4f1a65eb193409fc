package pointengine

import (
	"context"
	"errors"
	"slices"

	"flyby/internal/memory"
	"flyby/internal/pointjoin"
	"flyby/points"
)

// cellBytes is the bytes that an index of dense cells takes for each point on the host, coordinates not counted.
const cellBytes = 45

// Cluster indexes all points for clusters where that fits; otherwise it indexes nothing yet, and each verb goes from slab to slab. The driver
// is a pointjoin.Clusterer.
func (d *slabs) Cluster(ctx context.Context, s *points.Store, within pointjoin.Threshold) (pointjoin.Clusters, error) {
	each, by := cellBytes+8*s.Dimensions(), d.Driver.(pointjoin.Clusterer)
	if d.config.Slab == 0 && (s.Len() <= leastSlab || memory.Of(s.Len(), each) <= d.config.free()/8*5) {
		c, err := by.Cluster(ctx, s, within)
		if !noRoom(err) || s.Len() <= leastSlab {
			return c, err
		}
		d.config.Logger.Info("points outgrow what there is for their cells", "why", err)
	}
	r, err := d.cut(pointjoin.Set{Points: s, Threshold: within}, each)
	if err != nil {
		return nil, err
	}
	return &slabClusters{slabResident: r, by: by}, nil
}

// slabClusters finds the clusters of points a slab at a time: it indexes the slab's points with its border, all points within eps of the
// slab along the dimension that slabs are cut along. docs/exactness.md (P6) says why no pair is missing.
type slabClusters struct {
	*slabResident
	by pointjoin.Clusterer
}

var _ pointjoin.Clusters = (*slabClusters)(nil)

// A borderedSlab is a slab together with its border, the points around it.
type borderedSlab struct {
	pointjoin.Clusters
	rows        []uint32 // of the whole set, the border's too
	first, last int      // the slab's own points: indexes of rows
	end         int      // index in the order where the slab ends
}

// each calls do for one slab after another.
func (c *slabClusters) each(ctx context.Context, do func(b *borderedSlab) (points.Stats, error)) (all points.Stats, err error) {
	for place := 0; place < len(c.order.rows); {
		b, err := c.loadBordered(ctx, place)
		if err != nil {
			return all, err
		}
		cost, err := do(b)
		all.Add(cost)
		if err := errors.Join(err, b.Close()); err != nil {
			return all, err
		}
		place = b.end
	}
	return all, context.Cause(ctx)
}

// loadBordered indexes the slab that begins at a place of the order. Where memory is too small, this slab and all further ones get half the
// points, unless most of the slab is border: half the points would then make many slabs, each about as large.
func (c *slabClusters) loadBordered(ctx context.Context, place int) (*borderedSlab, error) {
	for {
		b := c.shrunk(place)
		some, err := c.excerpt(b.rows)
		if err == nil {
			b.Clusters, err = c.by.Cluster(ctx, some, c.set.Threshold)
		}
		if !noRoom(err) || b.end-place <= 1 || c.isBorder(b, c.around(place, place+(b.end-place)/2)) {
			return b, err
		}
		c.size = (b.end - place) / 2
		c.config.Logger.Info("a slab is too large", "points", b.end-place, "with its border", len(b.rows), "why", err)
	}
}

// shrunk returns the slab that begins at a place of the order. Slab and border together have at most c.size points, unless half the slab
// with its border is hardly smaller.
func (c *slabClusters) shrunk(place int) *borderedSlab {
	b := c.around(place, min(place+c.size, len(c.order.rows)))
	for len(b.rows) > c.size && b.end-place > 1 {
		half := c.around(place, place+(b.end-place)/2)
		if c.isBorder(b, half) {
			break
		}
		b = half
	}
	return b
}

// isBorder reports whether a slab is mostly border: half of it is hardly smaller.
func (c *slabClusters) isBorder(whole, half *borderedSlab) bool {
	return len(half.rows) > len(whole.rows)/4*3
}

// around returns the slab [place, end) of the order, with its border.
func (c *slabClusters) around(place, end int) *borderedSlab {
	own := c.order.rows[place:end]
	low, high := extent(c.order.column, own)
	eps := c.set.Threshold.Eps()
	b := &borderedSlab{end: end}
	for row := range c.order.between(0, low-eps, high+eps) {
		if row == own[0] {
			b.first = len(b.rows)
		}
		b.rows = append(b.rows, row)
	}
	b.last = b.first + len(own)
	return b
}

// Cores implements pointjoin.Clusters. Only a slab's own points are decided: points of its border have neighbours outside the slab.
func (c *slabClusters) Cores(ctx context.Context, minPoints int, core []bool) (points.Stats, error) {
	return c.each(ctx, func(b *borderedSlab) (points.Stats, error) {
		some := make([]bool, len(b.rows))
		cost, err := b.Clusters.Cores(ctx, minPoints, some)
		for i := b.first; i < b.last; i++ {
			core[b.rows[i]] = some[i]
		}
		return cost, err
	})
}

// Unite implements pointjoin.Clusters. Two core points near each other share a slab with its border, which links them; until the end lead
// is a forest of all rows, whose links lead to lower rows.
func (c *slabClusters) Unite(ctx context.Context, core []bool, lead []uint32) (points.Stats, error) {
	sets := forest(lead)
	for row, is := range core {
		if lead[row] = pointjoin.NoLead; is {
			lead[row] = uint32(row)
		}
	}
	stats, err := c.each(ctx, func(b *borderedSlab) (points.Stats, error) {
		some, own := valuesOf(core, b.rows), make([]uint32, len(b.rows))
		cost, err := b.Clusters.Unite(ctx, some, own)
		if err != nil {
			return cost, err
		}
		for i, l := range own {
			if l != pointjoin.NoLead {
				sets.unite(b.rows[i], b.rows[l])
			}
		}
		return cost, nil
	})
	for row, is := range core {
		if is {
			lead[row] = sets.least(uint32(row))
		}
	}
	return stats, err
}

// Borders implements pointjoin.Clusters.
func (c *slabClusters) Borders(ctx context.Context, core []bool, lead []uint32) (points.Stats, error) {
	return c.each(ctx, func(b *borderedSlab) (points.Stats, error) {
		some, own := valuesOf(core, b.rows), valuesOf(lead, b.rows)
		cost, err := b.Clusters.Borders(ctx, some, own)
		for i := b.first; i < b.last; i++ {
			if !some[i] {
				lead[b.rows[i]] = own[i]
			}
		}
		return cost, err
	})
}

// valuesOf returns the values of the given rows.
func valuesOf[T any](values []T, rows []uint32) []T {
	some := slices.Grow([]T(nil), len(rows))
	for _, row := range rows {
		some = append(some, values[row])
	}
	return some
}

// forest is a forest of rows: each leads to a lower row of its set, the least row to itself.
type forest []uint32

// least returns the least row of a row's set, as united so far.
func (l forest) least(row uint32) uint32 {
	for l[row] != row {
		l[row] = l[l[row]]
		row = l[row]
	}
	return row
}

// unite makes the sets of two rows one.
func (l forest) unite(a, b uint32) {
	a, b = l.least(a), l.least(b)
	l[max(a, b)] = min(a, b)
}
