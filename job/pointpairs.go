package job

import (
	"context"

	"flyby"
	"flyby/internal/output"
	"flyby/internal/pointengine"
)

// pointJoin is the common part of finders that join points.
type pointJoin struct {
	flyby.PointSearch
	searches bool // there are queries, maybe the points once more
}

// of returns the search of a job whose points are read.
func (s *pointJoin) of(j *pointJob) flyby.PointSearch {
	search := s.PointSearch
	if s.searches {
		search.Queries = j.queries.Store
	}
	return search
}

// idColumn returns the column of ids for the points, or the queries, that have a row each.
func (s *pointJoin) idColumn(j *pointJob) output.Column {
	if s.searches {
		return output.IDColumn("query", &j.table.Rows, j.queries.IDs())
	}
	return output.IDColumn("id", &j.table.Rows, j.points.IDs())
}

// pointPairs finds pairs.
type pointPairs struct{ pointJoin }

func (s *pointPairs) columns(j *pointJob) []output.Column {
	first, second := "id_a", "id_b"
	if s.searches {
		first, second = "query", "entry"
	}
	all := []output.Column{output.IDColumn(first, &j.table.Rows, j.queries.IDs()), output.IDColumn(second, &j.table.Others, j.points.IDs())}
	if s.Distances {
		all = append(all, output.NumberColumn("distance", &j.table.Distances))
	}
	return all
}

func (s *pointPairs) demand(d *pointengine.Demand) { d.Rooms = 2 }

func (s *pointPairs) find(ctx context.Context, j *pointJob, set *flyby.Points, to rowWriter[int]) (flyby.PointStats, error) {
	search := s.of(j)
	search.Foretold = func(pairs float64, slabs bool) { j.foretell(pairs, slabs, s.Mirrored) }
	found, err := set.Pairs(ctx, search)
	if err != nil {
		return flyby.PointStats{}, err
	}
	for chunk, err := range found.Chunks() {
		if err != nil {
			return found.Stats(), err
		}
		j.table = PointRows{Rows: chunk.First, Others: chunk.Second, Distances: chunk.Distances}
		j.rows += uint64(chunk.Len())
		if err := to.Write(chunk.Len()); err != nil {
			return found.Stats(), err
		}
	}
	return found.Stats(), nil
}

// pointDegrees finds numbers of neighbours.
type pointDegrees struct{ pointJoin }

func (s *pointDegrees) columns(j *pointJob) []output.Column {
	return []output.Column{s.idColumn(j), output.CountColumn("neighbours", &j.table.Counts)}
}

func (s *pointDegrees) demand(d *pointengine.Demand) { d.Rooms = 1 }

func (s *pointDegrees) find(ctx context.Context, j *pointJob, set *flyby.Points, to rowWriter[int]) (flyby.PointStats, error) {
	counts, stats, err := set.Counts(ctx, s.of(j))
	if err != nil {
		return stats, err
	}
	return stats, eachChunk(j, len(counts), func(first, last int) error {
		j.table.Counts = counts[first:last]
		return to.Write(last - first)
	})
}

// pointChunk is the number of rows that are written at a time where each point has a row.
const pointChunk = 1 << 14

// eachChunk calls write for ranges of n rows, and puts the numbers of each range's rows into the table of the job before.
func eachChunk(j *pointJob, n int, write func(first, last int) error) error {
	j.rows += uint64(n)
	for first := 0; first < n; first += pointChunk {
		last, rows := min(first+pointChunk, n), j.table.Rows[:0]
		for row := first; row < last; row++ {
			rows = append(rows, uint32(row))
		}
		j.table.Rows = rows
		if err := write(first, last); err != nil {
			return err
		}
	}
	return nil
}
