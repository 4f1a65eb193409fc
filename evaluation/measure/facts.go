package measure

import (
	"context"
	"math"

	"flyby/datasets"
	"flyby/trajectory"
)

// Dataset has a report's numbers about a data set: the fact "dataset NAME".
type Dataset struct {
	Trajectories int       `json:"trajectories"`
	Entries      int       `json:"entries"`
	Time         []float64 `json:"time"`   // [n] midpoints of equal slices of the extent
	Active       []int     `json:"active"` // [n] number of entry segments at these instants
}

// Queries has a report's numbers about a search: the fact "search NAME".
type Queries struct {
	Trajectories int `json:"trajectories"`
	Segments     int `json:"segments"`
}

// Path is the projection of a trajectory on the x-y plane; the fact "sample galaxy" has several.
type Path struct {
	X []float64 `json:"x"`
	Y []float64 `json:"y"`
}

// DatasetFact names the Dataset of a data set.
func DatasetFact(name string) string { return "dataset " + name }

// SearchFact names the Queries of a search.
func SearchFact(name string) string { return "search " + name }

// GalaxyFact names the paths of stars.
const GalaxyFact = "sample galaxy"

// describe writes the facts of the search in use and its data set to the journal.
func (r *runner) describe(ctx context.Context, s datasets.Search) error {
	about := func() any { return describeDataset(r.data.entries) }
	if err := r.note(ctx, DatasetFact(s.Dataset), new(Dataset), about); err != nil {
		return err
	}
	if err := r.note(ctx, SearchFact(s.Name), new(Queries), func() any {
		return Queries{r.data.queries.Trajectories(), r.data.queries.Segments()}
	}); err != nil {
		return err
	}
	if s.Dataset != "galaxy" {
		return nil
	}
	return r.note(ctx, GalaxyFact, new([]Path), func() any { return paths(r.data.entries) })
}

// note computes a fact of the data in use and writes it to the journal, unless the journal has it.
func (r *runner) note(ctx context.Context, name string, into any, value func() any) error {
	if known, err := r.journal.Fact(name, into); known || err != nil {
		return err
	}
	if err := r.data.load(ctx, &r.Plan); err != nil {
		return err
	}
	return r.journal.SetFact(name, value())
}

// instants is the number of instants of a temporal profile.
const instants = 400

// describeDataset counts the segments that are active at the midpoints of equal slices of the extent.
func describeDataset(s *trajectory.Store) Dataset {
	extent := s.Extent()
	step := (extent.End - extent.Start) / instants
	change := make([]int, instants+1)
	at := func(t float64) int { // the first midpoint from t on
		return min(max(int(math.Ceil((t-extent.Start)/step-0.5)), 0), instants)
	}
	for _, g := range s.Rows() {
		change[at(g.T0)]++
		change[at(g.T1)]--
	}
	d := Dataset{Trajectories: s.Trajectories(), Entries: s.Segments()}
	active := 0
	for i, c := range change[:instants] {
		active += c
		d.Time, d.Active = append(d.Time, extent.Start+(float64(i)+0.5)*step), append(d.Active, active)
	}
	return d
}

// paths returns a selection of trajectories, a tenth of their samples each.
func paths(s *trajectory.Store) []Path {
	const stars, every = 12, 10
	var all []Path
	for k := range min(stars, s.Trajectories()) {
		first, last := s.Range(k * s.Trajectories() / min(stars, s.Trajectories()))
		var p Path
		for row := first; row < last; row += every {
			p.X, p.Y = append(p.X, s.X()[row]), append(p.Y, s.Y()[row])
		}
		all = append(all, p)
	}
	return all
}

// queries returns the number of query segments of a search, from the fact that describe wrote.
func (r *runner) queries(s datasets.Search) (int, error) {
	var q Queries
	_, err := r.journal.Fact(SearchFact(s.Name), &q)
	return q.Segments, err
}
