package parquet

import (
	"flyby/internal/codec"
	"flyby/internal/infile"
)

// Groups are the row groups of a file, of which some can be read, and more than once. They do not change but for Settle.
type Groups struct {
	file    *File
	columns []batchColumn
}

// OpenGroups reads the footer of a file.
func OpenGroups(src *infile.Source) (*Groups, error) {
	f, err := Open(src)
	if err != nil {
		return nil, err
	}
	return &Groups{f, f.batchColumns()}, nil
}

// All returns a Reader of all row groups.
func (g *Groups) All(threads int) codec.Reader {
	return &tableReader{file: g.file, columns: g.columns, threads: max(1, threads), group: -1}
}

// Pick returns a Reader of some row groups, ascending, of src, which may be another source of the same bytes. It has no metadata. Batches have at most
// some rows.
func (g *Groups) Pick(src *infile.Source, groups []int, threads, most int) codec.Reader {
	return &tableReader{file: g.file.Pick(src, groups), columns: g.columns, threads: max(1, threads), group: -1, picked: groups, most: most}
}

// Len returns the number of row groups.
func (g *Groups) Len() int { return len(g.file.Groups) }

// Rows returns the number of rows of a row group by the footer.
func (g *Groups) Rows(group int) int { return int(g.file.Groups[group].Rows) }

// Bytes returns the memory that row groups hold, about.
func (g *Groups) Bytes() uint64 { return g.file.Bytes() }

// Settle drops the footer, with the statistics: row groups can be read still.
func (g *Groups) Settle() { g.file.Settle() }

// Bounds returns the least and the greatest value of a column of numbers or times in a row group by the statistics of the file, as two rows; ok is false
// where the statistics have none.
func (g *Groups) Bounds(group, column int) (v codec.Values, ok bool) {
	c := &g.columns[column]
	if c.typ == nil || !c.typ.isNumber() {
		return v, false
	}
	least, most := g.file.Bounds(group, c.typ)
	if len(least) != c.typ.width || len(most) != c.typ.width {
		return v, false
	}
	both := Values{Fixed: append(append([]byte(nil), least...), most...)}
	if c.Kind == codec.Float {
		v.Floats = make([]float64, 2)
		return v, len(c.typ.floatsOf(v.Floats, both)) == 0
	}
	v.Wholes = make([]int64, 2)
	return v, len(c.typ.wholesOf(v.Wholes, both)) == 0
}

// Size implements codec.Sized.
func (b *tableReader) Size(column int) (bytes int64) {
	for group := range b.file.Groups {
		if c, err := b.columns[column].chunk(b.file, group); err == nil {
			bytes += c.meta.size
		}
	}
	return bytes
}
