package job

import (
	"context"
	"strconv"

	"flyby"
	"flyby/cluster"
	"flyby/internal/output"
	"flyby/internal/pointengine"
)

// pointClusters finds clusters.
type pointClusters struct {
	cluster.Search
	auto bool // eps is found first: see findEps

	labels, kinds, minPoints []uint32 // as columns of a file have them
	eps                      []float64
}

// demand counts the labels of a variant and, where there are several variants, of the next one, which is found before they are freed. Distances that findEps needs are freed by then.
func (s *pointClusters) demand(d *pointengine.Demand) {
	if d.Labels = min(s.Variants(), 2); s.auto {
		d.Labels, d.Nearest = 1, s.MinPoints[0]-1
	}
}

func (s *pointClusters) columns(j *pointJob) []output.Column {
	all := []output.Column{output.IDColumn("id", &j.table.Rows, j.points.IDs())}
	if s.Variants() > 1 {
		all = append(all, output.NumberColumn("eps", &s.eps), output.CountColumn("minpts", &s.minPoints))
	}
	var kinds []string
	for k := cluster.NoisePoint; k <= cluster.CorePoint; k++ {
		kinds = append(kinds, k.String())
	}
	return append(all, output.IDColumn("label", &s.labels, labelIDs{}), output.TextColumn("kind", &s.kinds, kinds))
}

// labelIDs are the texts of labels in a column: noise comes first.
type labelIDs struct{}

func (labelIDs) Len() int            { return 0 }
func (labelIDs) IntIDs() bool        { return true }
func (labelIDs) IntID(row int) int64 { return int64(row) + cluster.Noise }
func (labelIDs) ID(row int) string   { return strconv.FormatInt(int64(row)+cluster.Noise, 10) }

func (s *pointClusters) find(ctx context.Context, j *pointJob, set *flyby.Points, to rowWriter[int]) (all flyby.PointStats, err error) {
	if all, err = s.findEps(ctx, j, set); err != nil {
		return all, err
	}
	all.Points, all.Queries = j.points.Len(), j.points.Len()
	for v, err := range set.Clusters(ctx, s.Search) {
		if err != nil {
			return all, err
		}
		all.Add(v.Stats.Stats)
		all.Method, all.Device, all.Why = v.Stats.Method, v.Stats.Device, v.Stats.Why
		all.Index, all.Search = all.Index+v.Stats.Index, all.Search+v.Stats.Search
		j.found.Clustering += v.Stats.Cluster
		j.found.Variants = append(j.found.Variants, PointVariant{v.Eps, v.MinPoints, v.Labels.Clusters, v.Labels.Noise})
		if err := s.put(j, v, to); err != nil {
			return all, err
		}
	}
	return all, nil
}

// put hands over the rows of a variant.
func (s *pointClusters) put(j *pointJob, v cluster.Variant, to rowWriter[int]) error {
	t, l := &j.table, &v.Labels
	t.Eps, t.MinPoints = v.Eps, v.MinPoints
	defer func() { t.Labels, t.Kinds = nil, nil }() // the next variant takes their memory
	return eachChunk(j, len(l.Numbers), func(first, last int) error {
		t.Labels, t.Kinds = l.Numbers[first:last], l.Kinds[first:last]
		s.labels, s.kinds, s.eps, s.minPoints = s.labels[:0], s.kinds[:0], s.eps[:0], s.minPoints[:0]
		for row := first; row < last; row++ {
			s.labels, s.kinds = append(s.labels, uint32(l.Numbers[row]-cluster.Noise)), append(s.kinds, uint32(l.Kinds[row]))
			s.eps, s.minPoints = append(s.eps, v.Eps), append(s.minPoints, uint32(v.MinPoints))
		}
		return to.Write(last - first)
	})
}
