package host

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/dense"
	"flyby/internal/pointjoin/finder"
	"flyby/kernel"
	kernelhost "flyby/kernel/host"
	"flyby/points"
)

// Driver runs methods on the cores of the host.
type Driver struct {
	threads   int
	pairBytes uint64 // bytes that pairs may take where they serve to find clusters, if that is more than cells would take
}

var (
	_ pointjoin.Driver    = (*Driver)(nil)
	_ pointjoin.Clusterer = (*Driver)(nil)
)

// New returns a driver on a number of threads, 0 for all cores.
func New(threads int) *Driver { return &Driver{threads: parallel.Threads(threads)} }

// Device describes the host.
func (d *Driver) Device() kernel.Device { return kernelhost.New(d.threads).Device() }

// Methods returns the methods of the table.
func (d *Driver) Methods() []pointjoin.Method { return Methods() }

// Close does nothing: the garbage collector frees all memory.
func (d *Driver) Close() error { return nil }

// Load indexes points.
func (d *Driver) Load(ctx context.Context, s pointjoin.Set) (pointjoin.Resident, error) {
	m, err := lookUp(s.Method)
	if err != nil {
		return nil, err
	}
	if err := m.Check(s.Settings); err != nil {
		return nil, err
	}
	if err := m.fits(s.Points.Len(), s.Points.Dimensions()); err != nil {
		return nil, err
	}
	searcher, err := m.build(ctx, s, d.threads)
	if err != nil {
		return nil, err
	}
	r := &resident{searcher, d.threads, s.Points.Len()}
	switch near := searcher.(type) {
	case finder.Nearer:
		return &nearer{r, near}, nil
	case finder.TaskNearer:
		return &taskNearer{r, near}, nil
	}
	return r, nil
}

// Cluster implements pointjoin.Clusterer: by pairs where that is faster, else by cells.
func (d *Driver) Cluster(ctx context.Context, s *points.Store, within pointjoin.Threshold) (pointjoin.Clusters, error) {
	if room := max(d.pairBytes, pairRoom(s.Len(), s.Dimensions())); prefersPairs(s, within, room) {
		l, err := d.newPairClusters(ctx, s, within, room)
		if err != nil {
			return nil, err
		}
		return l, nil
	}
	return d.cells(ctx, s, within)
}

// cells indexes points for clusters by cells.
func (d *Driver) cells(ctx context.Context, s *points.Store, within pointjoin.Threshold) (pointjoin.Clusters, error) {
	x, err := dense.New(ctx, s, within, d.threads)
	if err != nil {
		return nil, err
	}
	return x, nil
}

// fits refuses an index for which memory does not suffice, with a *memory.Error.
func (m method) fits(points, dimensions int) error {
	return memory.Need(memory.Count(points)+" points in an index", memory.Of(points, m.size.of(dimensions)))
}

// lookUp finds a method in the table.
func lookUp(name string) (method, error) {
	all := table()
	at := slices.IndexFunc(all, func(m method) bool { return m.Name == name })
	if at < 0 {
		var names []string
		for _, m := range all {
			names = append(names, m.Name)
		}
		return method{}, fmt.Errorf("host: method %q: must be one of %s", name, strings.Join(names, ", "))
	}
	return all[at], nil
}
