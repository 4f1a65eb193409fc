package format

import (
	"slices"

	"flyby/internal/infile"
)

// presetRows takes the rows of a table of typed columns, which a preset names: cell by cell as text, and so by the rules that
// rows of CSV have.
type presetRows struct {
	feed
	p *csvParser
	o *Options
	v [numFloats]float64
}

// newPresetRows returns what takes the rows of a table with some columns, of which a preset took some.
func newPresetRows(src *infile.Source, names []string, l layout, t taken, o *Options) (*presetRows, error) {
	p, err := o.rowParser(src.Name, csvHeader{layout: l, taken: t, columns: len(names), names: names})
	if err != nil {
		return nil, err
	}
	p.copies = true
	none := layout{}
	for kind := range none.at {
		none.at[kind] = -1
	}
	// Until it is known what times are, bad rows are left out, and there are no others.
	before := &table{src: src, layout: none, skip: o.SkipBadRows}
	return &presetRows{p: p, o: o, feed: feed{t: before, b: newBlock(0)}}, nil
}

// wanted are the columns whose cells are looked at, in their order.
func (r *presetRows) wanted() (columns []int) {
	p := r.p
	for i := range p.columns {
		asked := slices.Contains(p.where.At, i) || slices.Contains(p.told, i) || p.plan[i] != ignored
		for _, o := range p.objects {
			asked = asked || o.plan[i] != ignored
		}
		if asked {
			columns = append(columns, i)
		}
	}
	return columns
}

// isNumber reports whether the cells of a column are times or coordinates.
func (r *presetRows) isNumber(column int) bool {
	is := func(plan []int) bool { return plan[column] < numFloats }
	return is(r.p.plan) || slices.ContainsFunc(r.p.objects, func(o objectLayout) bool { return is(o.plan) })
}

// begun reports whether it is known what times are, and so which table the rows go to.
func (r *presetRows) begun() bool { return r.t.checker != nil }

// begin makes the table.
func (r *presetRows) begin() (err error) {
	number := r.t.number
	if r.t, err = r.p.newTable(r.t.src, r.o); err == nil {
		r.t.number = number
	}
	return err
}

// setField makes a text the field of a column of the next row.
func setField(fields [][]byte, column int, text string) {
	field := append(append(fields[column][:0], text...), '\n') // which is part of no number
	fields[column] = field[:len(text)]
}

// row takes a row by the fields of all columns: setField makes the fields of wanted columns, others are nil. The line stands for the row's number.
func (r *presetRows) row(line int, fields [][]byte) error {
	p, b := r.p, r.b
	if !p.where.Holds(fields) || !p.holdsKind(fields) {
		b.missed++
		return nil
	}
	if !r.begun() && (p.knowsTimes() || p.learnField(fields)) {
		if err := r.begin(); err != nil {
			return err
		}
	}
	before := b.rows()
	if r.plain(fields) {
		b.add(&r.v, &p.layout, line)
	} else if e := r.slow(line, fields); e != nil {
		if !b.Drop(e, p.skip) {
			return r.t.placed(e)
		}
		return nil
	}
	if b.rows() > before && p.isTold(b) {
		p.tellFields(b, r.v[colT], fields)
	}
	if b.rows() >= feedBlock {
		return r.flush()
	}
	return nil
}

// plain reads the numbers of a row that is written plainly, has good values and is of the first kind of objects, and adds its id;
// everything else is for slow to read, or to explain. A byte that is part of no number stands behind each field.
func (r *presetRows) plain(fields [][]byte) (ok bool) {
	p, v := r.p, &r.v
	var id []byte
	for column, kind := range p.plan {
		field, next := fields[column], 0
		switch {
		case kind == ignored:
			continue
		case kind == colID:
			id = field
			continue
		case kind == visible:
			ok = string(field) == "true"
		case kind == colT && p.textTimes:
			ok = p.fastTime(field, &v[colT])
		default:
			v[kind], next, ok = infile.ScanFloat(field[:len(field)+1], 0)
			ok = ok && next == len(field)
		}
		if !ok {
			return false
		}
	}
	return r.begun() && p.addGood(r.b, v, id)
}

// slow reads any row.
func (r *presetRows) slow(line int, fields [][]byte) *Error {
	r.b.count = line
	e := r.p.fieldsRow(r.b, &r.v, fields)
	if r.b.count = 0; e != nil { // as lines count from the first of the file
		e.Line = line
	}
	return e
}

// finish ends the reading: see feed.finish.
func (r *presetRows) finish(err error, empty string) (*parsed, error) {
	if !r.begun() {
		if bad := r.begin(); bad != nil {
			return nil, bad
		}
	}
	return r.feed.finish(err, empty)
}
