package parquet

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"sync"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"

	"flyby/internal/infile"
	"flyby/internal/memory"
	"flyby/internal/parquet"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// parquetFirsts has the first rows of trajectories, from which Options.Attributes are read once all rows are seen.
type parquetFirsts struct {
	*format.Attributes
	rows    []int           // [ids] of the file
	names   []int           // by the number of a name: its place in ids plus 1; 0: not known yet
	ints    map[int64]int   // by integer id: its place in ids
	sorted  bool            // Options.SortTimes: a later row may be earlier
	need    func(int) error // returns an error if some bytes do not fit into memory
	checked int             // bytes up to which need is not asked again
}

// findAttributes finds the columns of Options.Attributes that hold single values of a supported type, and the names of all such
// columns.
func (r *parquetReader) findAttributes() {
	if len(r.o.Attributes) == 0 {
		return
	}
	types := map[string]*parquet.Type{}
	for _, c := range r.file.Columns() {
		name := c.Name()
		if typ, cause := c.Type(parquet.AsCell); cause == "" && types[name] == nil {
			typ.Clock = r.o.Times
			types[name], r.names = typ, append(r.names, name)
		}
	}
	for _, name := range r.o.Attributes {
		r.attributeTypes = append(r.attributeTypes, types[name])
	}
}

// newFirsts returns an empty parquetFirsts, nil where there are no attributes.
func (r *parquetReader) newFirsts() *parquetFirsts {
	if len(r.o.Attributes) == 0 {
		return nil
	}
	f := &parquetFirsts{Attributes: format.NewAttributes(r.o.Attributes), ints: map[int64]int{}, sorted: r.o.SortTimes}
	at := make([]int, len(r.attributeTypes))
	for i, typ := range r.attributeTypes {
		if typ == nil {
			at[i] = -1
		}
	}
	f.Found(at, r.names)
	f.need = func(bytes int) error {
		if err := memory.Need("attributes and as many to come", uint64(bytes)); err != nil {
			return r.file.Outgrown(err)
		}
		return nil
	}
	return f
}

// bytes returns the approximate memory held, including values still to be read if all differ.
func (f *parquetFirsts) bytes() int {
	if f == nil {
		return 0
	}
	const row, text = 8 + 8 + 40, 16 + 52
	return f.Attributes.Bytes() + len(f.rows)*(row+text*len(f.Attributes.Names))
}

// attributes returns the attributes of the first rows.
func (f *parquetFirsts) attributes() *format.Attributes {
	if f == nil {
		return nil
	}
	return f.Attributes
}

// note takes rows whose ids are numbers of names, or integers. at returns the row of the file for a row of c.
func (f *parquetFirsts) note(c *trajectory.Columns, at func(row int) int) error {
	if f == nil {
		return nil
	}
	for row, t := range c.T {
		if row > 0 && !f.sorted && c.ID.Code == nil && c.ID.Int[row] == c.ID.Int[row-1] {
			continue // the usual case
		}
		i, known := f.find(c, row)
		switch {
		case known && f.sorted && t < f.Times[i]:
			f.Times[i], f.rows[i] = t, at(row)
		case !known:
			f.Add(idAt(c, row), t, func(int) string { return "" })
			f.rows = append(f.rows, at(row))
		}
	}
	if bytes := f.bytes(); bytes > f.checked {
		f.checked = 2 * bytes
		return f.need(bytes)
	}
	return nil
}

// find returns the place of a row's id, and appends the id if it is not known.
func (f *parquetFirsts) find(c *trajectory.Columns, row int) (i int, known bool) {
	if c.ID.Code == nil {
		if i, known = f.ints[c.ID.Int[row]]; !known {
			f.ints[c.ID.Int[row]] = len(f.rows)
		}
		return i, known
	}
	code := int(c.ID.Code[row])
	if code >= len(f.names) {
		f.names = append(f.names, make([]int, max(code+1, 2*len(f.names))-len(f.names))...)
	}
	if i = f.names[code]; i == 0 {
		f.names[code] = len(f.rows) + 1
	}
	return i - 1, i > 0
}

// idAt returns the id of a row as text.
func idAt(c *trajectory.Columns, row int) string {
	if c.ID.Code == nil {
		return strconv.FormatInt(c.ID.Int[row], 10)
	}
	return c.ID.Name[c.ID.Code[row]]
}

// readAttributes reads the values of the first rows.
func (r *parquetReader) readAttributes(ctx context.Context, f *parquetFirsts) error {
	if f == nil {
		return nil
	}
	order := make([]int, len(f.rows)) // ids sorted by their rows
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(f.rows[a], f.rows[b]) })
	var g errgroup.Group
	g.SetLimit(r.o.Threads)
	var mu sync.Mutex
	for len(order) > 0 {
		group, _ := slices.BinarySearch(r.file.Firsts, f.rows[order[0]]+1)
		n := 0
		for n < len(order) && f.rows[order[n]] < r.file.Firsts[group] {
			n++
		}
		some := order[:n]
		order = order[n:]
		for i, typ := range r.attributeTypes {
			if typ == nil {
				continue
			}
			g.Go(func() (err error) {
				defer parquet.Recover(r.src.Name, &err)()
				return r.valuesAt(ctx, i, group-1, some, f, &mu)
			})
		}
	}
	if err := g.Wait(); err != nil {
		return err
	}
	return f.need(f.Attributes.Bytes())
}

// valuesAt reads the values of an attribute in a row group, of ids in the order of their rows.
func (r *parquetReader) valuesAt(ctx context.Context, attribute, group int, ids []int, f *parquetFirsts, mu *sync.Mutex) error {
	row := r.file.Firsts[group]
	last := f.rows[ids[len(ids)-1]] - row
	var bad error
	err := parquet.ScanCells(r.o.Attributes[attribute], r.attributeTypes[attribute], infile.Cell.String).Read(ctx, r.file, group, last, func(values []string) (more bool) {
		mu.Lock()
		defer mu.Unlock()
		for ; len(ids) > 0 && f.rows[ids[0]] < row+len(values); ids = ids[1:] {
			value := values[f.rows[ids[0]]-row]
			if bad = r.checkValue(attribute, f.rows[ids[0]], value); bad != nil {
				return false
			}
			f.Codes[ids[0]*len(f.Attributes.Names)+attribute] = f.CodeOf(value)
		}
		row += len(values)
		return true
	})
	return cmp.Or(err, bad)
}

// checkValue refuses the value of an attribute in a row of the file that is not UTF-8, unless bad rows are dropped: U+FFFD then stands for its bytes.
func (r *parquetReader) checkValue(attribute, row int, value string) error {
	if r.o.SkipBadRows || utf8.ValidString(value) {
		return nil
	}
	e := r.file.Locate(row)
	e.Column, e.Value, e.Cause = r.o.Attributes[attribute], value, format.NotUTF8
	return &e
}
