package reading

import (
	"slices"

	"flyby/internal/infile"
)

// An objectLayout is the layout of columns in rows of objects of a kind.
type objectLayout struct {
	kind objectKind
	FileColumns
	plan []int // by file column, as RowParser.Plan
}

// kind returns the kind of object whose rows have the layout of the file.
func (p *RowParser) kind() objectKind {
	if len(p.objects) == 0 {
		return noKind
	}
	return p.objects[0].kind
}

// addID adds the id of an object of some kind.
func (p *RowParser) addID(b *Block, kind objectKind, id []byte) (ok bool) {
	if kind <= vehicle && !p.copies && p.Parts == nil {
		return b.ids.add(infile.TextOf(id)) // the text stays until the block is used again
	}
	return b.addID(kind, id)
}

// objectOf returns the kind of the object of a row, with its layout and its plan: the first kind whose id the row has, or whose x.
func (p *RowParser) objectOf(fields [][]byte) (objectKind, *FileColumns, []int) {
	for _, column := range []int{ColID, ColX} {
		for i := range p.objects {
			if o := &p.objects[i]; len(fields[o.At[column]]) > 0 {
				return o.kind, &o.FileColumns, o.plan
			}
		}
	}
	return p.kind(), &p.FileColumns, p.Plan
}

// kindOf returns the kind of the object whose id a row has, noKind where the row has no id.
func (p *RowParser) kindOf(fields [][]byte) objectKind {
	for i := range p.objects {
		if o := &p.objects[i]; len(fields[o.At[ColID]]) > 0 {
			return o.kind
		}
	}
	return noKind
}

// tellsKinds reports whether rows have a kind, and no column of the file is called KindColumn.
func (p *RowParser) tellsKinds() bool {
	return len(p.objects) > 0 && !slices.Contains(p.names, KindColumn)
}

// askedNames returns the columns that conditions and attributes may name.
func (p *RowParser) askedNames() []string {
	if p.tellsKinds() {
		return append(slices.Clip(p.names), KindColumn)
	}
	return p.names
}

// ask finds the columns of conditions and attributes.
func (p *RowParser) ask(name string, o *Options) (err error) {
	names := p.askedNames()
	tests, attributes, err := o.nameIn(name, p.Preset, names)
	if err != nil {
		return err
	}
	single := func(column int) bool {
		return column == p.Columns || o.Said == nil || o.Said.Single == nil || o.Said.Single(column)
	}
	p.asked = newCellUses(tests, attributes)
	if err := p.asked.bind(name, names, single); err != nil {
		return err
	}
	if p.tellsKinds() {
		tests = slices.DeleteFunc(slices.Clone(tests), func(t infile.CellTest) bool { return t.Column == KindColumn })
	}
	p.where, err = infile.NewTextWhere(tests, name, p.names)
	return err
}

// missesKind is misses for conditions on the kind of the record's object.
func (p *RowParser) missesKind(text []byte, from int) (next int, misses bool) {
	next, _ = infile.RecordEnd(text, from, p.Separator, true)
	record := infile.Chomp(text[from:next])
	fields, cause := infile.SplitRecord(p.Fields[:0], record, p.Separator)
	if p.Fields = fields; len(record) == 0 || cause != "" || len(fields) != len(p.Plan) {
		return 0, false
	}
	if !p.asked.holds(p.cellsOf(&p.Fields)) {
		return next, true
	}
	return 0, false
}

// cellsOf returns the CellFunc of a row: its cells are the fields that *fields has at the time of the call, and the kind of the row's
// object.
func (p *RowParser) cellsOf(fields *[][]byte) CellFunc {
	return func(column int) (infile.Cell, bool) {
		if column == p.Columns {
			return infile.TextCell([]byte(p.kindOf(*fields).String())), true
		}
		return infile.TextCell((*fields)[column]), true
	}
}
