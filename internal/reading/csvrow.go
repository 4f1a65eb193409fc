package reading

import (
	"bytes"
	"errors"
	"math"

	"flyby/internal/infile"
	"flyby/internal/rfc3339"
	"flyby/internal/unixtime"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// Parse turns the text of a block into rows.
func (p *RowParser) Parse(b *Block) {
	b.ids.start(p.Named.Load())
	r := &rowsOf{RowParser: p, b: b, v: [NumFloats]float64{ColT: p.first}, cell: p.cellsOf(&p.Fields)}
	b.Block.Parse(r, p.Separator, len(p.asked.tests) > 0)
}

// rowsOf is an infile.RowParser of a block.
type rowsOf struct {
	*RowParser
	b *Block
	v [NumFloats]float64 // of the row at hand

	cell CellFunc // of the row at hand
}

// Misses calls misses.
func (r *rowsOf) Misses(text []byte, at int) (next int, misses bool) { return r.misses(text, at) }

// Fast adds the row of fastRow.
func (r *rowsOf) Fast(text []byte, at int) (next int, ok bool) {
	if r.asked.mayBeForeign(text[at:]) {
		return 0, false
	}
	next, ok = r.fastRow(r.b, &r.v, at)
	if !ok {
		return 0, false
	}
	r.add(r.b, &r.v)
	if r.asked.wantsAttributes() {
		r.Fields, _ = infile.SplitRecord(r.Fields[:0], infile.Chomp(text[at:next]), r.Separator)
		r.asked.noteAttributes(r.b, r.cell)
	}
	return next, true
}

// Slow reads a row by slowRow.
func (r *rowsOf) Slow(record []byte) (bad *format.Error, skip bool) {
	before := r.b.rows()
	bad = r.slowRow(r.b, &r.v, record)
	if r.b.rows() > before && r.asked.wantsAttributes() {
		r.asked.noteAttributes(r.b, r.cell)
	}
	return bad, r.skip
}

// A csvStep is a field that is read, with the number of fields that are passed over before it, and the decimals of the unit of a number.
type csvStep struct{ skip, kind, decimals int }

// fastRow reads the row at text[at:] if it is written plainly: no quotes, no
// spaces, the right number of columns, good values. It adds the id on success;
// everything else is for slowRow to read or to explain.
func (p *RowParser) fastRow(b *Block, v *[NumFloats]float64, at int) (next int, ok bool) {
	text, sep := b.Text, p.Separator
	var id []byte
	for i, s := range p.steps {
		for range s.skip {
			if at = infile.FieldEnd(text, at, sep); text[at] != sep {
				return 0, false
			}
			at++
		}
		last := i == len(p.steps)-1 && p.after == 0
		if s.kind >= ColID || s.kind == ColT && p.textTimes {
			from := at
			at = infile.FieldEnd(text, at, sep)
			field := text[from:at]
			if last {
				field = bytes.TrimSuffix(field, []byte("\r"))
			}
			switch {
			case s.kind == ColID:
				id = field
			case s.kind == ColPiece:
				p.piece = field
			case s.kind >= ColPart:
				p.parts[s.kind-ColPart] = field
			case s.kind == ColVisible && string(field) != "true", s.kind == ColT && !p.fastTime(field, &v[ColT]):
				return 0, false
			}
		} else if v[s.kind], at, ok = infile.ScanScaled(text, at, s.decimals); !ok {
			return 0, false
		} else if last && text[at] == '\r' {
			at++
		}
		if last {
			sep = '\n'
		}
		if text[at] != sep {
			return 0, false
		}
		at++
	}
	if at, ok = p.skipRest(text, at); !ok {
		return 0, false
	}
	if p.Parts != nil {
		id = p.join()
	}
	return at, p.addGood(b, v, id)
}

// addGood adds the id of a row if the row's numbers are good; otherwise it adds nothing. ScanFloat has read the numbers, and so they
// are bounded.
func (p *RowParser) addGood(b *Block, v *[NumFloats]float64, id []byte) (ok bool) {
	bad := p.turn(v, &p.FileColumns)
	if bad != nil || p.unix && !unixtime.InYears(v[ColT]) || len(id) == 0 || (v[ColR] < 0 || p.rules.Limits != nil || p.factors != nil || p.Preset.isSky()) && p.rules.Check(sampleOf(v)) != nil {
		return false
	}
	return p.addID(b, p.kind(), id)
}

// turn turns the numbers of a row, as the file has them, into numbers of the data, unless they have a fault.
func (p *RowParser) turn(v *[NumFloats]float64, l *FileColumns) (e *format.Error) {
	if e = velocityFault(v, l); e == nil && p.Preset.isSky() {
		e = l.placeSky(v)
	}
	if e == nil {
		p.factors.turn(v)
	}
	return e
}

// skipRest passes over the fields after the last one that is read. ok is false unless there are as
// many fields as the header has, without quotes.
func (p *RowParser) skipRest(text []byte, at int) (next int, ok bool) {
	if p.after == 0 {
		return at, true
	}
	n := bytes.IndexByte(text[at:], '\n') // a block ends in a line feed
	rest := text[at : at+n]
	return at + n + 1, bytes.Count(rest, []byte{p.Separator}) == p.after-1 && bytes.IndexByte(rest, '"') < 0
}

// sampleOf returns the numbers of a row as a sample; numbers of columns that the file lacks are 0.
func sampleOf(v *[NumFloats]float64) trajectory.Sample {
	return trajectory.Sample{T: v[ColT], X: v[ColX], Y: v[ColY], Z: v[ColZ], R: v[ColR], V: [3]float64(v[ColVX : ColVZ+1])}
}

// fastTime reads a timestamp.
func (p *RowParser) fastTime(field []byte, t *float64) bool {
	sec, err := p.times.Parse(infile.TextOf(field))
	*t = sec
	return err == nil
}

// slowRow reads any row and says what is wrong with it. An empty line is no row.
func (p *RowParser) slowRow(b *Block, v *[NumFloats]float64, record []byte) *format.Error {
	if len(record) == 0 {
		return nil
	}
	fields, bad := infile.SplitRow(p.Fields[:0], record, p.Separator, len(p.Plan))
	if p.Fields = fields; bad != nil {
		return bad
	}
	return p.fieldsRow(b, v, fields)
}

// fieldsRow reads a row of as many fields as there are columns.
func (p *RowParser) fieldsRow(b *Block, v *[NumFloats]float64, fields [][]byte) *format.Error {
	kind, l, plan := p.objectOf(fields)
	if p.leaves(b, fields, plan) {
		return nil
	}
	for i, column := range plan {
		cause := ""
		switch {
		case column == ColIgnored || column == ColVisible:
		case column == ColID:
			if len(fields[i]) == 0 {
				cause = "missing"
			}
		case column == ColPiece:
			p.piece = fields[i]
		case column >= ColPart:
			p.parts[column-ColPart] = fields[i]
		case column == ColT:
			v[ColT], cause = p.timeField(fields[i])
		case l.Loose && IsVelocity(column) && infile.IsNone(fields[i]):
			v[column] = math.NaN()
		default:
			v[column], cause = infile.ParseFloat(fields[i])
		}
		if cause != "" {
			return &format.Error{Column: l.Name[column], Value: string(fields[i]), Cause: cause}
		}
	}
	if e := p.turn(v, l); e != nil {
		return e
	}
	if e := checkRow(v, l, p.rules, p.unix, p.unixUnit); e != nil {
		return e
	}
	if e := p.asked.foreign(p.cellsOf(&fields)); e != nil {
		return e
	}
	id := fields[l.At[ColID]]
	if l.Parts != nil {
		if id = p.join(); len(id) == 0 {
			return &format.Error{Column: l.Name[ColID], Cause: "missing"}
		}
	}
	if !p.addID(b, kind, id) {
		return &format.Error{Column: l.Name[ColID], Value: string(id), Cause: NotUTF8}
	}
	p.add(b, v)
	return nil
}

// add adds the numbers and the piece of a row, whose id is in the block.
func (p *RowParser) add(b *Block, v *[NumFloats]float64) {
	b.add(v, &p.FileColumns, b.Count)
	if p.pieces == nil {
		return
	}
	if l := &p.last; !l.known || !bytes.Equal(l.value, p.piece) {
		l.known = true
		l.value, l.code = append(l.value[:0], p.piece...), p.pieces.Code(p.piece)
	}
	b.piece = append(b.piece, p.last.code)
}

// join returns the id of the parts at hand, empty where all of them are.
func (p *RowParser) join() []byte {
	p.id = p.id[:0]
	empty := true
	for i, part := range p.parts {
		p.id, empty = AppendPart(p.id, i == 0, part), empty && len(part) == 0
	}
	if empty {
		return nil
	}
	return p.id
}

// timeField reads a time with spaces around it.
func (p *RowParser) timeField(field []byte) (sec float64, cause string) {
	field = infile.Trim(field)
	if p.unix {
		sec, notNumber := p.unixUnit.Parse(field)
		return sec, p.unfitText(notNumber)
	}
	v, notNumber := infile.ParseFloat(field)
	own := p.times
	times := &own // the form of a time among numbers decides nothing
	if p.textTimes {
		times = &p.times
	}
	sec, err := times.Parse(infile.TextOf(field))
	if times.Layout != nil && err != nil {
		return 0, infile.Inner(err) // digits alone may be a time
	}
	switch {
	case !p.textTimes && notNumber == "":
		return v, ""
	case p.textTimes && err == nil:
		return sec, ""
	case notNumber == "" && times.OfDay():
		return 0, "a number among times of day"
	case notNumber == "":
		return 0, "a number among timestamps"
	case err == nil && times.OfDay():
		return 0, "a time of day among numbers"
	case err == nil:
		return 0, "a timestamp among numbers"
	case !p.textTimes && (notNumber != "not a number" || len(field) < len("2006-01-02") && errors.Is(err, rfc3339.ErrShape)):
		return 0, notNumber
	}
	return 0, infile.Inner(err)
}

// NewTable returns a table for the rows of a source, once the kind of times is known.
func (p *RowParser) NewTable(src *infile.Source, o *Options) (*Table, error) {
	if err := p.settleUnits(src.Name, o); err != nil {
		return nil, err
	}
	t := newTable(src, p.FileColumns, o, p.rules)
	t.values.Attributes().Found(p.asked.at[len(p.asked.tests):], p.asked.names)
	if p.Preset != nil {
		t.Preset = format.Preset{Name: p.Preset.name, Columns: p.String()}
		if p.Preset.held {
			t.filter = &repeatFilter{}
		}
	}
	return t, nil
}
