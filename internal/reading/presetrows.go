package reading

import (
	"slices"

	"flyby/internal/infile"
	"flyby/trajectory/format"
)

// PresetRows takes the rows of a table of typed columns, which a preset names, cell by cell as text, and so by the same rules as rows
// of CSV.
type PresetRows struct {
	Feed
	Parser *RowParser
	o      *Options
	v      [NumFloats]float64
	fields [][]byte // of the row at hand
}

// NewPresetRows returns PresetRows for a table whose columns are called names; the preset took the columns l and t.
func NewPresetRows(src *infile.Source, names []string, l FileColumns, t PresetMatch, o *Options) (*PresetRows, error) {
	p, err := o.rowParser(src.Name, csvHeader{FileColumns: l, PresetMatch: t, Columns: len(names), names: names})
	if err != nil {
		return nil, err
	}
	p.copies = true
	none := FileColumns{}
	for kind := range none.At {
		none.At[kind] = -1
	}
	// Until the kind of times is known, every row is bad: this table drops it or refuses it.
	before := &Table{Ledger: infile.Ledger{Source: src}, Layout: none, Skip: o.SkipBadRows}
	r := &PresetRows{Parser: p, o: o, Feed: Feed{Table: before, block: NewBlock(0), asked: p.asked}}
	r.cell = p.cellsOf(&r.fields)
	return r, nil
}

// Wanted returns the columns whose cells are read, in ascending order.
func (r *PresetRows) Wanted() (columns []int) {
	p := r.Parser
	for i := range p.Columns {
		asked := p.asked.asks(i) || p.Plan[i] != ColIgnored
		for _, o := range p.objects {
			asked = asked || o.plan[i] != ColIgnored
		}
		if asked {
			columns = append(columns, i)
		}
	}
	return columns
}

// IsNumber reports whether the cells of a column are times or coordinates.
func (r *PresetRows) IsNumber(column int) bool {
	is := func(plan []int) bool { return plan[column] < NumFloats }
	return is(r.Parser.Plan) || slices.ContainsFunc(r.Parser.objects, func(o objectLayout) bool { return is(o.plan) })
}

// begun reports whether the kind of times is known, and so the table that rows go to.
func (r *PresetRows) begun() bool { return r.Table.checker != nil }

// begin makes the table.
func (r *PresetRows) begin() error {
	table, err := r.Parser.NewTable(r.Table.Source, r.o)
	if err != nil {
		return err
	}
	table.Number, r.Table = r.Table.Number, table
	return nil
}

// SetField makes a text the field of a column of the next row.
func SetField(fields [][]byte, column int, text string) {
	field := append(append(fields[column][:0], text...), '\n') // a line feed is part of no number
	fields[column] = field[:len(text)]
}

// Row takes a row by the fields of all columns: SetField makes the fields of wanted columns, others are nil. The line stands for the row's number.
func (r *PresetRows) Row(line int, fields [][]byte) error {
	p, b := r.Parser, r.block
	if r.fields = fields; r.Misses() {
		return nil
	}
	if !r.begun() && (p.knowsTimes() || p.learnField(fields)) {
		if err := r.begin(); err != nil {
			return err
		}
	}
	before := b.rows()
	if p.asked.foreign(r.cell) == nil && r.plain(fields) {
		b.add(&r.v, &p.FileColumns, line)
	} else if e := r.slow(line, fields); e != nil {
		if !b.Drop(e, p.skip) {
			return r.Table.Placed(e)
		}
		return nil
	}
	if b.rows() > before && p.asked.wantsAttributes() {
		p.asked.noteAttributes(b, r.cell)
	}
	if b.rows() >= FeedBlock {
		return r.flush()
	}
	return nil
}

// plain reads the numbers of a row that is written plainly, has good values and is of the first kind of objects, and adds its id;
// any other row is for slow to read, or to explain. A byte that is part of no number stands behind each field.
func (r *PresetRows) plain(fields [][]byte) (ok bool) {
	p, v := r.Parser, &r.v
	var id []byte
	for column, kind := range p.Plan {
		field, next := fields[column], 0
		switch {
		case kind == ColIgnored:
			continue
		case kind == ColID:
			id = field
			continue
		case kind == ColVisible:
			ok = string(field) == "true"
		case kind == ColT && p.textTimes:
			ok = p.fastTime(field, &v[ColT])
		default:
			v[kind], next, ok = infile.ScanScaled(field[:len(field)+1], 0, p.decimals(kind))
			ok = ok && next == len(field)
		}
		if !ok {
			return false
		}
	}
	return r.begun() && p.addGood(r.block, v, id)
}

// slow reads any row.
func (r *PresetRows) slow(line int, fields [][]byte) *format.Error {
	r.block.Count = line
	e := r.Parser.fieldsRow(r.block, &r.v, fields)
	if r.block.Count = 0; e != nil { // as lines count from the first of the file
		e.Line = line
	}
	return e
}

// Finish ends the reading: see Feed.Finish.
func (r *PresetRows) Finish(err error, empty string) (*Parsed, error) {
	if !r.begun() {
		if bad := r.begin(); bad != nil {
			return nil, bad
		}
	}
	return r.Feed.Finish(err, empty)
}
