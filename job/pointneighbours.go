package job

import (
	"context"
	"errors"

	"flyby"
	"flyby/internal/memory"
	"flyby/internal/output"
	"flyby/internal/pointengine"
)

// pointNeighbours finds lists of neighbours.
type pointNeighbours struct{ pointJoin }

func (s *pointNeighbours) columns(j *pointJob) []output.Column {
	return []output.Column{s.idColumn(j), output.ListColumn("neighbours", &j.table.Neighbours, j.points.IDs())}
}

func (s *pointNeighbours) demand(d *pointengine.Demand) { d.Rooms, d.Lists = 2, true }

// find hands over a table where it fits memory, otherwise lists gathered from pairs in order.
func (s *pointNeighbours) find(ctx context.Context, j *pointJob, set *flyby.Points, to rowWriter[int]) (flyby.PointStats, error) {
	search := s.of(j)
	search.Foretold = func(pairs float64, slabs bool) { j.foretell(pairs, slabs, !s.searches) }
	table, stats, err := set.Neighbours(ctx, search)
	if errors.Is(err, memory.ErrNoRoom) {
		j.ask.Machine.Logger.Info("a table of neighbours outgrows memory", "why", err)
		return s.stream(ctx, j, set, to)
	}
	if err != nil {
		return stats, err
	}
	return stats, eachChunk(j, len(table.Offsets)-1, func(first, last int) error {
		lists := j.table.Neighbours[:0]
		for row := first; row < last; row++ {
			lists = append(lists, table.Of(row))
		}
		j.table.Neighbours = lists
		return to.Write(last - first)
	})
}

// stream hands over lists row by row.
func (s *pointNeighbours) stream(ctx context.Context, j *pointJob, set *flyby.Points, to rowWriter[int]) (flyby.PointStats, error) {
	search := s.of(j)
	search.Mirrored = search.Queries == nil
	found, err := set.Pairs(ctx, search)
	if err != nil {
		return flyby.PointStats{}, err
	}
	l := &pendingNeighbours{table: &j.table, to: to}
	for chunk, err := range found.Chunks() {
		if err != nil {
			return found.Stats(), err
		}
		for i, row := range chunk.First {
			if err := l.add(row, chunk.Second[i]); err != nil {
				return found.Stats(), err
			}
		}
	}
	j.rows = uint64(j.queries.Len())
	return found.Stats(), l.end(uint32(j.queries.Len()))
}

// pendingNeighbours gathers the lists of rows from pairs in order, and hands over some lists at a time.
type pendingNeighbours struct {
	table *PointRows
	to    rowWriter[int]
	row   uint32   // the row whose list is open
	held  []uint32 // neighbours of the rows that are not handed over yet
	ends  []int    // ends of the lists in held, of the rows before
}

// add appends a neighbour to the list of a row, which is the last call's row or a later one.
func (l *pendingNeighbours) add(row, neighbour uint32) error {
	if err := l.close(row); err != nil {
		return err
	}
	l.held = append(l.held, neighbour)
	return nil
}

// close ends the lists of all rows before a row.
func (l *pendingNeighbours) close(before uint32) error {
	const mostHeld = 1 << 18
	for ; l.row < before; l.row++ {
		l.ends = append(l.ends, len(l.held))
		if (l.row+1)%pointChunk != 0 && len(l.held) < mostHeld { // find hands over as many rows of a table at a time, so row groups are the same
			continue
		}
		if err := l.write(l.row + 1); err != nil {
			return err
		}
	}
	return nil
}

// write hands over the ended lists, of the rows before a row.
func (l *pendingNeighbours) write(before uint32) error {
	t, begin := l.table, 0
	t.Rows, t.Neighbours = t.Rows[:0], t.Neighbours[:0]
	for i, end := range l.ends {
		t.Rows, t.Neighbours = append(t.Rows, before-uint32(len(l.ends)-i)), append(t.Neighbours, l.held[begin:end])
		begin = end
	}
	l.held, l.ends = nil, l.ends[:0] // the lists belong to the writer now
	return l.to.Write(len(t.Rows))
}

// end hands over the rest, the job having rows rows in all.
func (l *pendingNeighbours) end(rows uint32) error {
	if err := l.close(rows); err != nil || len(l.ends) == 0 {
		return err
	}
	return l.write(rows)
}
