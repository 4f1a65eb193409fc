package pointjoin

import (
	"context"

	"flyby/points"
)

// Clusterer is a Driver that finds clusters of points without their neighbour table: the method fused of DBSCAN.
// docs/decisions/0065-dense-cells.md says why it is a contract of its own.
type Clusterer interface {
	Driver
	// Cluster makes points resident on the device, indexed for clusters of one threshold. It returns the errors of Driver.Load.
	Cluster(ctx context.Context, s *points.Store, within Threshold) (Clusters, error)
}

// NoLead is the lead of a point that no cluster has.
const NoLead = ^uint32(0)

// Clusters is points on a device, indexed for DBSCAN at one threshold. The slices that its methods read and fill have an item for
// each point, by row. It is for one goroutine at a time.
type Clusters interface {
	// Cores sets whether each point is core: has at least minPoints points within the threshold, itself among them.
	Cores(ctx context.Context, minPoints int, core []bool) (points.Stats, error)
	// Unite sets the lead of each core point to the lowest row among the core points that are linked with it: within the
	// threshold, and so on from one to the next. The lead of others is NoLead.
	Unite(ctx context.Context, core []bool, lead []uint32) (points.Stats, error)
	// Borders sets the lead of each point that is not core to the lowest lead among the core points within the
	// threshold, or NoLead where there is none. Leads of core points are read, and may be any numbers.
	Borders(ctx context.Context, core []bool, lead []uint32) (points.Stats, error)
	// Close frees the memory of the points on the device.
	Close() error
}

// Labeller is Clusters that label points in one go: neither core flags nor leads pass through the host.
type Labeller interface {
	Clusters
	// Label calls take with the labels of consecutive rows, from first on: the number of a row's cluster, in order of the clusters' lowest core
	// rows, with Border for a point that is not core, or NoLead for noise. They are the labels that Cores, Unite and Borders lead to. Several
	// goroutines call take at once, each row comes once, and labels are good until take returns. ok is false, and take is not called, if a
	// borderline pair needs the host: then the caller uses the other methods.
	Label(ctx context.Context, minPoints int, take func(first int, labels []uint32)) (clusters int, stats points.Stats, ok bool, err error)
}

// Border is set in the label of a point that is not core (Labeller).
const Border uint32 = 1 << 31
