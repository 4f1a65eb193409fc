package job

import (
	"cmp"
	"log/slog"
	"slices"
	"strings"

	"flyby"
	"flyby/cluster"
	"flyby/internal/infile"
	"flyby/internal/pointdrivers"
	"flyby/internal/pointengine"
	"flyby/kernel"
	"flyby/points/format"
	"flyby/points/pointjoin"
	"flyby/trajectory/input"
	"flyby/trajectory/output"
)

// A PointLevel is the kind of result that a job of points finds.
type PointLevel string

const (
	// PointPairs are pairs within Eps of each other; so is "".
	PointPairs PointLevel = "pairs"
	// PointCounts are the numbers of neighbours within Eps of each point, or of each query.
	PointCounts PointLevel = "counts"
	// PointNeighbours are the lists of neighbours within Eps.
	PointNeighbours PointLevel = "neighbours"
	// PointNearest are the Nearest points of each point, or of each query.
	PointNearest PointLevel = "nearest"
	// PointClusters are the clusters of DBSCAN.
	PointClusters PointLevel = "clusters"
	// PointDistances are the distances of points to their neighbours number MinPoints - 1: see cluster.Distances.
	PointDistances PointLevel = "distances"
)

// PointLevels returns all levels of a job of points.
func PointLevels() []PointLevel {
	return []PointLevel{PointPairs, PointCounts, PointNeighbours, PointNearest, PointClusters, PointDistances}
}

// PointAsk says what a job of points does. With nothing set but the files it asks for the pairs of equal points.
type PointAsk struct {
	// Points and Queries are files, folders and patterns, as List of package points/format takes them; no Queries: the points are their own. PointFiles and
	// QueryFiles take their place where the files were listed before.
	Points, Queries        []string
	PointFiles, QueryFiles []input.File
	// Read says how the files are read. Its Progress and Afford are ignored.
	Read format.Options
	// Find is the level: which kind of result is found.
	Find PointLevel
	// Eps is the distance of pairs, counts and neighbours; Distances asks for the distance of each pair, and Mirrored for each pair of points that are their own queries in both
	// orders, as flyby.PointSearch has them.
	Eps                 float64
	Distances, Mirrored bool
	// Nearest is the number of nearest points to find.
	Nearest int
	// Clusters says which clusters are found. A file without rows has none.
	Clusters cluster.Search
	// AutoEps sets Clusters.Eps, which is empty then, to the knee of the distances that Curve is called with: see cluster.Distances.Knee. Clusters.MinPoints has one
	// number, 2 or more, as for PointDistances. Where there is no knee the error is a *cluster.NoKneeError.
	AutoEps bool
	// Method, Settings, Device, Providers, Memory, Tmp and TmpLimit mean the same as in flyby.Options, and so does Read.Threads. Memory is for all of the job: the points that it
	// reads count.
	Method       string
	Settings     map[string]string
	Device       string
	Providers    []kernel.Provider
	Memory       uint64
	Tmp          string
	TmpLimit     uint64
	Logger       *slog.Logger
	Progress     func(Progress)          // nil: nobody listens
	Taken        func(PointData)         // is called with each set of points once it is read
	Curve        func(cluster.Distances) // is called with the distances of PointDistances, and with the distances that AutoEps looks for a knee in
	Foretold     func(PointForetold)     // is called before a search for pairs that are likely to take more bytes than there is room for
	FewerThreads func(threads int)       // is called with the number of threads where memory is too little for all
}

// filled is the ask with defaults.
func (a PointAsk) filled() PointAsk {
	if a.Find == "" {
		a.Find = PointPairs
	}
	if a.Providers == nil {
		a.Providers = flyby.Providers()
	}
	if a.Logger == nil {
		a.Logger = slog.New(slog.DiscardHandler)
	}
	if a.Progress == nil {
		a.Progress = func(Progress) {}
	}
	if a.Taken == nil {
		a.Taken = func(PointData) {}
	}
	if a.Curve == nil {
		a.Curve = func(cluster.Distances) {}
	}
	if a.Foretold == nil {
		a.Foretold = func(PointForetold) {}
	}
	if a.FewerThreads == nil {
		a.FewerThreads = func(int) {}
	}
	return a
}

// searches reports whether there are queries.
func (a *PointAsk) searches() bool { return len(a.Queries) > 0 || len(a.QueryFiles) > 0 }

// Validate returns a FieldError for what can be wrong with the ask before any file is read.
func (a PointAsk) Validate() error {
	a.Find = a.filled().Find
	for _, check := range []func() error{a.validateFind, a.validateMethod} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// validateFind complains about Find, and about fields that do not go with it.
func (a *PointAsk) validateFind() error {
	_, bad := pointjoin.NewThreshold(a.Eps)
	switch {
	case len(a.Points) == 0 && len(a.PointFiles) == 0:
		return wrong("Points", "are missing")
	case a.Read.Threads < 0:
		return wrong("Read.Threads", "%d: must be positive, or 0 for all cores", a.Read.Threads)
	case !slices.Contains(PointLevels(), a.Find):
		return wrong("Find", "%q: must be one of %s", a.Find, infile.List(pointWords()))
	case bad != nil:
		return wrong("Eps", "%v: must be finite, 0 or more", a.Eps)
	case a.Distances && a.Find != PointPairs:
		return wrong("Distances", "are for pairs")
	case a.Mirrored && (a.Find != PointPairs || a.searches()):
		return wrong("Mirrored", "is for pairs of points that are their own queries")
	case a.Find == PointNearest && a.Nearest < 1:
		return wrong("Nearest", "%d: must be 1 or more", a.Nearest)
	case a.clusters() && a.searches():
		return wrong("Queries", "are not for clusters, which are of one set of points")
	case a.AutoEps && a.Find != PointClusters:
		return wrong("AutoEps", "is for clusters")
	}
	return a.validateClusters()
}

// clusters reports whether the job finds clusters, or the distances to choose their eps by.
func (a *PointAsk) clusters() bool { return a.Find == PointClusters || a.Find == PointDistances }

// validateClusters complains about clusters, and about the distances of points.
func (a *PointAsk) validateClusters() error {
	if !a.clusters() {
		return nil
	}
	search := a.Clusters
	if a.AutoEps || a.Find == PointDistances {
		switch {
		case len(search.Eps) > 0:
			return wrong("Clusters", "have Eps, which is to be found")
		case len(search.MinPoints) != 1 || search.MinPoints[0] < 2:
			return wrong("Clusters", "MinPoints %v: must be one number, 2 or more, where Eps is found", search.MinPoints)
		}
		search.Eps = []float64{0}
	}
	if err := search.Check(); err != nil {
		return wrong("Clusters", "%s", strings.ReplaceAll(err.Error(), "cluster: ", ""))
	}
	return nil
}

// pointWords are the levels as text.
func pointWords() (all []string) {
	for _, l := range PointLevels() {
		all = append(all, string(l))
	}
	return all
}

// validateMethod complains about the method, its settings and its device. Devices of Providers may have methods that are not known before they are open.
func (a *PointAsk) validateMethod() error {
	auto := a.Method == "" || a.Method == pointengine.Auto
	names := []string{pointengine.Auto}
	for _, m := range flyby.PointMethods() {
		if names = append(names, m.Name); m.Name != a.Method {
			continue
		}
		if err := m.Check(a.Settings); err != nil {
			return wrong("Settings", "%s", strings.TrimPrefix(err.Error(), "setting: "))
		}
	}
	switch {
	case !auto && a.Providers == nil && !slices.Contains(names, a.Method):
		return wrong("Method", "%q: must be one of %s", a.Method, infile.List(names))
	case auto && len(a.Settings) > 0:
		return wrong("Settings", "are those of a method: name it")
	case a.Device == "" || a.Device == "auto" || a.Device == "cpu":
	case pointdrivers.OnHost(a.Method):
		return wrong("Device", "%s: method %s runs on the cpu only", a.Device, a.Method)
	case a.Find == PointNearest && a.Providers == nil && pointdrivers.NearestOnHost(a.Method):
		return wrong("Device", "%s: method %s finds nearest points on the cpu only", a.Device, a.Method)
	}
	return nil
}

// origin returns the metadata of the ask for files of rows. They have no eps that is found by AutoEps, or is one of several.
func (a *PointAsk) origin() output.Origin {
	o := output.Origin{Level: string(cmp.Or(a.Find, PointPairs))}
	switch a.Find {
	case "", PointPairs, PointCounts, PointNeighbours:
		o.Distance = &a.Eps
	case PointClusters:
		if !a.AutoEps && len(a.Clusters.Eps) == 1 {
			o.Distance = &a.Clusters.Eps[0]
		}
	}
	return o
}

// finder returns the finder of the ask's level.
func (a *PointAsk) finder() pointFinder {
	join := pointJoin{flyby.PointSearch{Eps: a.Eps, Distances: a.Distances, Mirrored: a.Mirrored}, a.searches()}
	switch a.Find {
	case PointCounts:
		return &pointDegrees{pointJoin: join}
	case PointNeighbours:
		return &pointNeighbours{pointJoin: join}
	case PointNearest:
		return &nearestPoints{k: a.Nearest, self: !a.searches()}
	case PointClusters:
		return &pointClusters{Search: a.Clusters, auto: a.AutoEps}
	case PointDistances:
		return &pointDistances{minPoints: a.Clusters.MinPoints[0]}
	}
	return &pointPairs{pointJoin: join}
}
