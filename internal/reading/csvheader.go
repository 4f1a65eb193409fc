package reading

import (
	"bytes"
	"cmp"
	"fmt"
	"sync/atomic"

	"flyby/internal/infile"
	"flyby/internal/localtime"
	"flyby/internal/unixtime"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// A RowParser parses blocks. Each goroutine has a copy of its own.
type RowParser struct {
	csvHeader
	Plan      []int     // by file column: its kind, ignored or visible
	steps     []csvStep // the fields that are read, in the order of the file
	after     int       // fields after the last one that is read
	times     localtime.Reader
	textTimes bool // times are text
	rules     trajectory.Rules
	skip      bool
	asked     cellUses
	where     infile.TextWhere // the conditions, except on KindColumn, which no field has
	Missed    int              // records that were passed over because they do not meet the conditions
	Absent    int              // records that were passed over because they have no position
	Named     *atomic.Bool     // ids are names already: do not try integers
	copies    bool             // fields change before the block is used again
	Fields    [][]byte         // scratch of one goroutine
	factors   *columnFactors   // nil: numbers are in units of the data
	unix      bool             // times are numbers that count since 1970
	unixUnit  *unixtime.Unit   // of such times, where the options say it
	first     float64          // instant of places
	pieces    *PieceCodes      // nil: there are no pieces
	piece     []byte           // value of the row at hand
	last      lastValue        // of the row before
	parts     [][]byte         // of the id of the row at hand
	id        []byte           // of parts
}

// A lastValue is a value of a column of pieces with its number.
type lastValue struct {
	known bool
	value []byte
	code  uint32
}

// A csvHeader is the record that names the columns, and what stands before it.
type csvHeader struct {
	FileColumns
	PresetMatch
	clock       string            // the kind of times, for people; "": not known
	given       [NumFloats]string // units that the options give
	places      string            // the kind of positions, for people
	Columns     int
	names       []string // of all columns
	Separator   byte     // between fields
	HeaderSize  int      // bytes of text before the first row
	HeaderLines int
}

// NewRowParser reads the header at the start of text.
func NewRowParser(src *infile.Source, text []byte, o *Options) (*RowParser, error) {
	if len(text) == 0 {
		return nil, &format.Error{File: src.Name, Cause: "empty file", Err: trajectory.ErrEmpty}
	}
	end, _ := infile.RecordEnd(text, 0, ',', true)
	if what := src.Sniff(text[:end]); what != "" {
		return nil, &format.Error{File: src.Name, Cause: "this is " + what}
	}
	h, bad := o.readHeader(text)
	if bad != nil {
		bad.File = src.Name
		return nil, bad
	}
	return o.rowParser(src.Name, h)
}

// Own gives the parser, a copy of another, scratch of its own.
func (p *RowParser) Own() {
	p.Fields, p.parts, p.id, p.last = make([][]byte, 0, len(p.Plan)), make([][]byte, len(p.Parts)), nil, lastValue{}
}

// rowParser returns a parser of rows with a header.
func (o *Options) rowParser(name string, h csvHeader) (*RowParser, error) {
	p := &RowParser{csvHeader: h, skip: o.SkipBadRows, Named: new(atomic.Bool), times: o.Times}
	p.heed(o)
	if err := o.CheckVelocities(name, &p.FileColumns); err != nil {
		return nil, err
	}
	p.rules.Limits = o.Limits()
	if p.textTimes = p.times.Layout != nil && !p.unix; p.textTimes {
		p.rules.Times = trajectory.Timestamp
	}
	if p.Still {
		p.textTimes, p.rules.Times, p.first = false, o.Places.Times, o.Places.First
	}
	p.makePlans()
	if p.Piece > 0 {
		o.NumberPieces()
		p.pieces = o.Pieces
	}
	return p, p.ask(name, o)
}

// makePlans makes the plans, the kinds of the columns, and the steps in which they are read.
func (p *RowParser) makePlans() {
	p.Plan = p.planOf(&p.FileColumns)
	for i := range p.objects {
		p.objects[i].plan = p.planOf(&p.objects[i].FileColumns)
	}
	for _, kind := range p.Plan {
		if p.after++; kind != ColIgnored {
			p.steps = append(p.steps, csvStep{p.after - 1, kind, p.decimals(kind)})
			p.after = 0
		}
	}
}

// decimals returns the decimals of the unit in which whole numbers of a kind of column count: of a second since 1970 for times, otherwise 0.
func (p *RowParser) decimals(kind int) int {
	if kind == ColT && p.unix {
		return p.unixUnit.Decimals()
	}
	return 0
}

// planOf returns the kind of each column of the file.
func (p *RowParser) planOf(l *FileColumns) []int {
	plan := make([]int, p.Columns)
	for i := range plan {
		plan[i] = ColIgnored
	}
	for kind, at := range l.At {
		if at >= 0 {
			plan[at] = kind
		}
	}
	for i, at := range l.Parts {
		plan[at] = ColPart + i
	}
	if l.Piece > 0 {
		plan[l.Piece-1] = ColPiece
	}
	if p.Preset != nil && p.VisibleAt >= 0 {
		plan[p.VisibleAt] = ColVisible
	}
	return plan
}

// readHeader finds the header: the first record that does not begin with #, or a record before it
// that has all columns, as in files of aisdk. The error has no file.
func (o *Options) readHeader(text []byte) (h csvHeader, bad *format.Error) {
	at, lines := infile.TextStart(text), 0
	for names := newHeaderNames(o); at < len(text) && text[at] == '#'; lines++ {
		if names.fit(text, at) {
			if h, cause := o.headerAt(text, at); cause == "" {
				h.HeaderLines += lines
				return h, nil
			}
		}
		at += bytes.IndexByte(text[at:], '\n') + 1
	}
	if at == len(text) {
		return h, &format.Error{Line: lines + 1, Cause: "no header after the lines that begin with #"}
	}
	h, cause := o.headerAt(text, at)
	if h.HeaderLines += lines; cause != "" {
		return h, &format.Error{Line: lines + 1, Cause: o.Mended(cause, h.names, GlanceAt(text[h.HeaderSize:], h.Separator))}
	}
	return h, nil
}

// headerAt reads the header at text[at:], whose fields are separated by the one byte that makes
// all columns appear. cause says why there is none.
func (o *Options) headerAt(text []byte, at int) (h csvHeader, cause string) {
	most := -1
	for _, sep := range []byte(cmp.Or(o.Separators, infile.Separators)) {
		end, _ := infile.RecordEnd(text, at, sep, true)
		fields, broken := infile.SplitRecord(nil, infile.Chomp(text[at:end]), sep)
		names := infile.Names(fields)
		l, t, missing := o.findAny(names)
		if missing = headerHint(names, missing); broken != "" {
			missing = broken
		}
		other := csvHeader{FileColumns: l, PresetMatch: t, Columns: len(fields), names: names, Separator: sep, HeaderSize: end, HeaderLines: bytes.Count(text[at:end], []byte("\n"))}
		switch {
		case missing != "" && (most < 0 || cause != "" && len(fields) > most):
			h, cause, most = other, missing, len(fields)
		case missing != "":
		case most >= 0 && cause == "":
			return h, fmt.Sprintf("columns appear both where %q separates them and where %q does", h.Separator, sep)
		default:
			h, cause, most = other, "", len(fields)
		}
	}
	return h, cause
}

// headerHint adds a likely reason to cause, which says what is wrong with the header.
func headerHint(names []string, cause string) string {
	if cause == "" {
		return ""
	}
	for _, name := range names {
		if _, bad := infile.ParseFloat([]byte(name)); bad != "" {
			return cause
		}
	}
	return "no header: the first line must name the columns (traj_id, t, x, y and, if there are any, z and r)"
}

// LearnTimes learns the kind of times from the first row. Where bad rows are skipped, it
// is the first row that has a time at all: see infile.Splitter.Ahead.
func (p *RowParser) LearnTimes(cut *infile.Splitter, b *Block, end error) error {
	return cut.Ahead(&b.Block, end, p.misses, p.learnTime)
}

// knowsTimes reports whether the kind of times is known without looking at a row.
func (p *RowParser) knowsTimes() bool { return p.textTimes || p.unix || p.Still }

// learnTime reports whether a record decides the kind of times.
func (p *RowParser) learnTime(record []byte) bool {
	if known := p.knowsTimes(); known || len(record) == 0 {
		return known
	}
	fields, bad := infile.SplitRow(nil, record, p.Separator, len(p.Plan))
	if bad != nil {
		return !p.skip
	}
	return p.learnField(fields)
}

// learnField is learnTime for the fields of a record, where the kind of times is not known.
func (p *RowParser) learnField(fields [][]byte) bool {
	field := infile.Trim(fields[p.At[ColT]])
	if _, bad := infile.ParseFloat(field); bad == "" {
		return true
	}
	if _, err := p.times.Parse(string(field)); err == nil {
		if p.textTimes = true; !p.times.OfDay() {
			p.rules.Times = trajectory.Timestamp
		}
		return true
	}
	return !p.skip && !p.isAbsent(fields, p.Plan)
}
