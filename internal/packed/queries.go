package packed

import (
	"math/bits"
	"slices"
	"sort"

	"flyby/internal/runs"
)

// Queries are query trajectories, from First up to End, without End.
type Queries struct{ First, End uint64 }

// AllQueries returns all possible query trajectories.
func AllQueries() Queries { return Queries{0, 1 << 32} }

// has reports whether a query trajectory is one of them.
func (q Queries) has(traj uint32) bool { return uint64(traj) >= q.First && uint64(traj) < q.End }

// queryOf returns the query trajectory of a key.
func queryOf(k runs.Key) uint32 { return uint32(k.High >> 32) }

// RangeOf returns the query trajectories of the i-th of n ranges with about as many rows each. It is computed from the directories of the files
// alone, in integers: so all machines cut the same files at the same trajectories, and each row is in one range. See
// docs/decisions/0106-ranges-of-a-merge.md.
func RangeOf(files []*File, i, n int) Queries {
	return Queries{cutAt(files, i, n), cutAt(files, i+1, n)}
}

// cutAt returns the begin of the i-th of n ranges: behind a query trajectory, such that about i of n parts of the rows come before it.
func cutAt(files []*File, i, n int) uint64 {
	all := AllQueries()
	switch i {
	case 0:
		return all.First
	case n:
		return all.End
	}
	rows := uint64(0)
	for _, f := range files {
		rows += f.Sums.Rows
	}
	high, low := bits.Mul64(rows, uint64(i))
	want, _ := bits.Div64(high, low, uint64(n))
	for all.First < all.End {
		middle, before := all.First+(all.End-all.First)/2, uint64(0)
		for _, f := range files {
			before += f.rowsBefore(middle)
		}
		if before >= want {
			all.End = middle
		} else {
			all.First = middle + 1
		}
	}
	return all.First
}

// rowsBefore returns about how many rows come before a query trajectory, if the rows of a block spread evenly over the trajectories from its first to
// the first of the next block.
func (f *File) rowsBefore(traj uint64) (rows uint64) {
	for i, b := range f.blocks {
		first := uint64(b.query)
		if first >= traj {
			break
		}
		width := max(f.endQuery(i)-first, 1)
		rows += uint64(b.rows) * min(traj-first, width) / width
	}
	return rows
}

// endQuery returns the first query trajectory of the block behind a block, or behind the last block the trajectory after the last.
func (f *File) endQuery(i int) uint64 {
	if i+1 < len(f.blocks) {
		return uint64(f.blocks[i+1].query)
	}
	return uint64(f.last) + 1
}

// within returns the blocks that may have rows of some query trajectories: the last rows of a block may belong to the trajectory that the next begins
// with.
func (f *File) within(q Queries) []section {
	n := len(f.blocks)
	first := sort.Search(n, func(i int) bool {
		return i+1 < n && uint64(f.blocks[i+1].query) >= q.First || i+1 == n && uint64(f.last) >= q.First
	})
	end := sort.Search(n, func(i int) bool { return uint64(f.blocks[i].query) >= q.End })
	return f.blocks[first:max(first, end)]
}

// dropEmpty drops unpacked blocks that have no rows.
func (r *reader) dropEmpty(spare []*wordRows) []*wordRows {
	r.hand = slices.DeleteFunc(r.hand, func(b *wordRows) bool {
		if b.Len() > 0 {
			return false
		}
		spare = append(spare, b)
		return true
	})
	return spare
}
