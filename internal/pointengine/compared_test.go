package pointengine_test

import (
	"context"
	"errors"

	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/host"
	"flyby/points"
)

// dense is the host with clusters found by comparing all points with all.
type dense struct {
	*host.Driver
	fail string // the verb that fails
}

var errBroken = errors.New("broken")

func (d dense) Cluster(_ context.Context, s *points.Store, within pointjoin.Threshold) (pointjoin.Clusters, error) {
	c, rows := &compared{fail: d.fail}, s.Evenly(s.Len())
	for _, p := range rows {
		var near []int
		for b, q := range rows {
			if within.Within(p, q) {
				near = append(near, b)
			}
		}
		c.near = append(c.near, near)
	}
	return c, c.ends("cluster")
}

// compared holds points with their neighbours, found by comparison.
type compared struct {
	near [][]int // the point itself included
	fail string
}

// ends returns the error of a verb.
func (c *compared) ends(verb string) error {
	if verb == c.fail {
		return errBroken
	}
	return nil
}

func (c *compared) Cores(_ context.Context, minPoints int, core []bool) (points.Stats, error) {
	for row, near := range c.near {
		core[row] = len(near) >= minPoints
	}
	return points.Stats{Candidates: 1}, c.ends("cores")
}

func (c *compared) Unite(_ context.Context, core []bool, lead []uint32) (points.Stats, error) {
	for row := range lead {
		if lead[row] = pointjoin.NoLead; core[row] {
			lead[row] = uint32(row)
		}
	}
	for changed := true; changed; {
		changed = false
		for row, near := range c.near {
			for _, other := range near {
				if core[row] && core[other] && lead[other] < lead[row] {
					lead[row], changed = lead[other], true
				}
			}
		}
	}
	return points.Stats{Candidates: 10}, c.ends("unite")
}

func (c *compared) Borders(_ context.Context, core []bool, lead []uint32) (points.Stats, error) {
	for row, near := range c.near {
		if core[row] {
			continue
		}
		lead[row] = pointjoin.NoLead
		for _, other := range near {
			if core[other] {
				lead[row] = min(lead[row], lead[other])
			}
		}
	}
	return points.Stats{Candidates: 100}, c.ends("borders")
}

func (c *compared) Close() error { return c.ends("close") }
