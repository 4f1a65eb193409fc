package main

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"flyby"
	"flyby/internal/cli"
	"flyby/internal/pointengine"
	measure "flyby/internal/unit"
	"flyby/points"
	"flyby/points/pointjoin"
	"flyby/trajectory/output"
)

func (a *app) selfjoinCommand() *cobra.Command {
	var f pairFlags
	c := a.equip(&cobra.Command{
		Use:   "selfjoin --points FILE --eps E [flags]",
		Short: "which points of a data set are within a distance of each other",
		Long: folded(`Finds every pair of points of one data set that are within the distance E of each
other, exactly: points have no times, and any number of coordinates. Each unordered pair is found once,
in order of the file's rows; with E = 0 pairs are equal points. Input files are ` + pointKinds() + ". " + severalPoints),
		Example: `  flyby generate galaxy --scale 0.01 --out stars.csv
  flyby selfjoin --points stars.csv --columns x1=t,x2=x,x3=y,x4=z --eps 0 --out duplicates.csv
  flyby selfjoin --points stars.csv --columns x1=x,x2=y,x3=z --eps 0.05 --with-distance`,
		RunE: func(c *cobra.Command, _ []string) error { return a.joinPoints(c, &f, "id") },
	})
	addPoints(c, &f.points, "points", "`FILE` of points to join with each other; required")
	f.addPairs(c, "how many neighbours each has, itself not counted", pointjoin.SelfJoins)
	a.addAll(c)
	return c
}

func (a *app) pointjoinCommand() *cobra.Command {
	var f pairFlags
	c := a.equip(&cobra.Command{
		Use:   "pointjoin --points FILE --queries FILE --eps E [flags]",
		Short: "which points are within a distance of which query points",
		Long: folded(`Finds every pair of a query point and a point of another data set that are within
the distance E of each other, exactly, in order of the queries' rows, then the points'. Input files
are ` + pointKinds() + ". " + severalPoints),
		Example: `  flyby generate galaxy --scale 0.01 --out stars.csv
  flyby generate supernovae --scale 0.1 --out supernovae.csv
  flyby pointjoin --points stars.csv --queries supernovae.csv --columns x1=x,x2=y,x3=z --eps 0.3 --level counts`,
		RunE: func(c *cobra.Command, _ []string) error {
			if !f.queries.given() {
				return cli.Usage(c, "--queries FILE is missing")
			}
			return a.joinPoints(c, &f, "query")
		},
	})
	addPoints(c, &f.points, "points", "`FILE` of points to search; required")
	addPoints(c, &f.queries, "queries", "`FILE` of points to search them with; required")
	f.addPairs(c, "how many neighbours each query has", pointjoin.Joins)
	a.addAll(c)
	return c
}

// pairFlags are those of selfjoin and pointjoin.
type pairFlags struct {
	pointSearchFlags
	eps       quantity
	units     unitsFlag
	level     string
	distances bool
}

// addPairs adds the flags after those of files; counted are counts, heeded settings of methods.
func (f *pairFlags) addPairs(c *cobra.Command, counted string, heeded pointjoin.Scope) {
	s := c.Flags()
	addQuantity(c, &f.eps, "eps", measure.Length, "threshold `E` >= 0, in the unit of the coordinates (metres with --lonlat), or where that is known with a unit: 500m, 0.3nmi; required")
	addPointUnits(c, &f.units)
	s.StringVar(&f.level, "level", pairLevel, "`LEVEL` of detail: pairs, counts ("+counted+"; no pairs are kept) or neighbours (a list of them for each)")
	complete(c, "level", pointLevels()...)
	s.BoolVar(&f.distances, "with-distance", false, "add the column distance, of pairs")
	f.addMethod(c, anyMethod, heeded)
	f.add(c, "searched for in slabs of points and ranges of rows, with the same results; points are held whole")
}

// joinPoints checks the flags, reads points and joins them; id is the column of what has counts or neighbours.
func (a *app) joinPoints(c *cobra.Command, f *pairFlags, id string) error {
	switch {
	case !slices.Contains(pointLevels(), f.level):
		return cli.Usage(c, "--level %q: must be %s%s", f.level, listed(pointLevels(), "or"), cli.Meant(f.level, "", pointLevels()))
	case f.distances && f.level != pairLevel:
		return cli.Usage(c, "--with-distance: is for --level pairs")
	}
	if err := checkEps(c, &f.eps); err != nil {
		return err
	}
	if err := f.check(c, anyMethod); err != nil {
		return err
	}
	eps, err := inUnits(c, &f.pointSearchFlags, &f.units, f.eps.in)
	if err != nil {
		return err
	}
	search := &joinSearch{PointSearch: flyby.PointSearch{Eps: eps, Distances: f.distances}, id: id}
	asked := map[string]pointAsked{pairLevel: &askedPairs{joinSearch: search}, countLevel: &askedDegrees{joinSearch: search}, neighbourLevel: &askedNeighbours{joinSearch: search}}[f.level]
	j, err := a.newPointJob(c, &f.pointSearchFlags, asked)
	if err != nil {
		return err
	}
	if f.queries.given() {
		search.Queries = j.queries.Store
	}
	return j.run(c)
}

// joinSearch is what joins of points have in common.
type joinSearch struct {
	flyby.PointSearch
	id string
}

func (s *joinSearch) tell(m *pointSummary) { m.Eps = &s.Eps }

// askedPairs are pairs that are wanted.
type askedPairs struct {
	*joinSearch
	chunk points.Pairs
}

func (s *askedPairs) columns(j *pointJob) []output.Column {
	first, second := "id_a", "id_b"
	if s.Queries != nil {
		first, second = "query", "entry"
	}
	all := []output.Column{output.IDColumn(first, &s.chunk.First, j.queries.IDs()), output.IDColumn(second, &s.chunk.Second, j.points.IDs())}
	if s.Distances {
		all = append(all, output.NumberColumn("distance", &s.chunk.Distances))
	}
	return all
}

func (s *askedPairs) demand(d *pointengine.Demand) { d.Rooms = 2 }

func (s *askedPairs) write(ctx context.Context, j *pointJob, set *flyby.Points, to *output.TableWriter) (flyby.PointStats, error) {
	search := s.PointSearch
	search.Foretold = func(pairs float64, slabs bool) { j.foretell(pairs, slabs, false) }
	found, err := set.Pairs(ctx, search)
	if err != nil {
		return flyby.PointStats{}, err
	}
	for chunk, err := range found.Chunks() {
		if err != nil {
			return found.Stats(), err
		}
		s.chunk = chunk
		j.rows += uint64(chunk.Len())
		if err := to.Write(chunk.Len()); err != nil {
			return found.Stats(), err
		}
	}
	return found.Stats(), nil
}

// askedDegrees are numbers of neighbours that are wanted.
type askedDegrees struct {
	*joinSearch
	rows, counts []uint32
}

func (s *askedDegrees) columns(j *pointJob) []output.Column {
	return []output.Column{output.IDColumn(s.id, &s.rows, j.queries.IDs()), output.CountColumn("neighbours", &s.counts)}
}

func (s *askedDegrees) demand(d *pointengine.Demand) { d.Rooms = 1 }

func (s *askedDegrees) write(ctx context.Context, j *pointJob, set *flyby.Points, to *output.TableWriter) (flyby.PointStats, error) {
	counts, stats, err := set.Counts(ctx, s.PointSearch)
	if err != nil {
		return stats, err
	}
	return stats, eachChunk(j, len(counts), &s.rows, func(first, last int) error {
		s.counts = counts[first:last]
		return to.Write(last - first)
	})
}

// chunkRows are written at a time of what has a row for each point.
const chunkRows = 1 << 14

// eachChunk calls write with ranges of n rows, which it puts into rows.
func eachChunk(j *pointJob, n int, rows *[]uint32, write func(first, last int) error) error {
	j.rows = uint64(n)
	for first := 0; first < n; first += chunkRows {
		last := min(first+chunkRows, n)
		*rows = (*rows)[:0]
		for row := first; row < last; row++ {
			*rows = append(*rows, uint32(row))
		}
		if err := write(first, last); err != nil {
			return err
		}
	}
	return nil
}
