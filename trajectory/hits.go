package trajectory

import (
	"flyby/internal/memory"
	"flyby/internal/rowbytes"
)

// Hits is a chunk of hits in columns of the same length: Enter[i] belongs to QueryTraj[i].
// The chunks of a result, one after the other, are ordered by query trajectory, query
// segment, entry trajectory and entry segment.
type Hits struct {
	QueryTraj, QuerySeg []uint32  // trajectory index in the query store, segment id
	EntryTraj, EntrySeg []uint32  // trajectory index in the entry store, segment id
	Enter, Exit         []float64 // closed interval within the threshold
}

// Len returns the number of hits.
func (h Hits) Len() int { return len(h.Enter) }

// First returns the first n hits, in the same memory.
func (h Hits) First(n int) Hits { return h.Slice(0, n) }

// columns returns the columns.
func (h *Hits) columns() columns {
	return columns{u32: [mostInts]*[]uint32{&h.QueryTraj, &h.QuerySeg, &h.EntryTraj, &h.EntrySeg}, f64: [mostFloats]*[]float64{&h.Enter, &h.Exit}}
}

// Slice returns the hits [first, last), in the same memory.
func (h Hits) Slice(first, last int) Hits {
	h.columns().slice(first, last)
	return h
}

// Pick returns the hits of the given rows, in the order of the rows, in memory of their own.
func (h Hits) Pick(rows []int) Hits {
	h.columns().pick(rows)
	return h
}

// Append returns the hits of h followed by the hits of o, in new memory where h has no room for
// them. It fails with memory.ErrNoRoom where there is no memory.
func (h Hits) Append(o Hits) (Hits, error) {
	if err := needAppended("hits", h.Len(), cap(h.Enter), o.Len(), rowbytes.HitBytes); err != nil {
		return h, err
	}
	h.columns().append(o.columns())
	return h, nil
}

// needAppended refuses to append more items to columns of n items where they do not fit, and there is
// no memory for the new columns that append makes.
func needAppended(what string, n, room, more, bytes int) error {
	if n+more <= room {
		return nil
	}
	return memory.Need(memory.Count(n+more)+" "+what+" in columns", memory.Of(max(n+more, n+n/4), bytes))
}
