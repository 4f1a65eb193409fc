package reading

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"

	"flyby/internal/codec"
	"flyby/internal/infile"
	"flyby/internal/memory"
	"flyby/internal/unixtime"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// wholeColumns are the columns of a file that a codec.Filler decodes straight to where rows belong: a batch costs them a copy.
type wholeColumns struct {
	r      *batchReader
	rows   int
	floats [NumFloats][]float64
	ints   []int64
	codes  []uint32
	years  bool // times count since 1970

	mu      sync.RWMutex
	ids     IDSet      // guarded by mu
	dropped codec.Set  // guarded by mu
	bad     []wholeBad // the first few of each part; guarded by mu
}

// A wholeBad is the error of a row in a column of a kind.
type wholeBad struct {
	kind int
	*format.Error
}

// whole reads the columns of a file as a whole. It returns nil where rows need more than numbers and ids, or stand for far more bytes than the file
// has: few bytes can stand for a hundred million copies of one row, of which one is kept, or of which the second is bad. It returns nil, too, for a file
// with a fault that ends the reading: batches find the first one in the file.
func (r *batchReader) whole() (*Parsed, error) {
	f, ok := r.codec.(codec.Filler)
	if !ok || r.o.Take != nil || r.layout.Parts != nil || r.layout.Piece > 0 || r.isTrack() || r.feed.Asks() || f.Check(r.ctx) != nil {
		return nil, nil
	}
	if err := r.afford(); err != nil { // a bound of the time too: nobody waits for rows that never fit
		return nil, err
	}
	c := &r.columns[r.layout.At[ColID]]
	if r.isLavish() || r.layout.Still || r.codec.Claims() == 0 || c.Kind != codec.Text && (c.Kind != codec.Whole || c.Unsigned) {
		return nil, nil
	}
	w := &wholeColumns{r: r, rows: r.codec.Claims(), years: r.o.IsUnix()}
	w.allocate()
	if f.Fill(r.ctx, w.part) != nil || len(w.bad) > 0 && !r.o.SkipBadRows {
		return nil, r.ctx.Err()
	}
	return w.parsed()
}

// isLavish reports whether a file claims far more bytes of columns than is usual.
func (r *batchReader) isLavish() bool {
	const trust, least = 8, 8 << 20 // a byte of a good file usually stands for 2 to 5 bytes of columns
	return memory.Of(r.codec.Claims(), r.rowBytes()) > trust*uint64(r.src.Total+least)
}

// afford returns an error if there is no memory for the rows that the file claims.
func (r *batchReader) afford() error {
	rows := r.codec.Claims()
	if err := memory.Need(fmt.Sprintf("the columns of %d rows", rows), memory.Of(rows, r.rowBytes())); err != nil {
		return fmt.Errorf("format: read %s: %w", r.src.Name, err)
	}
	if rows > math.MaxUint32 {
		return r.fail(TooManyRows)
	}
	return nil
}

// rowBytes returns the bytes of a row of the columns.
func (r *batchReader) rowBytes() int {
	n := 8
	if r.textIDs() {
		n = 4
	}
	for kind := range NumFloats {
		if r.layout.At[kind] >= 0 {
			n += 8
		}
	}
	return n
}

// allocate makes the columns.
func (w *wholeColumns) allocate() {
	for kind := range NumFloats {
		if w.r.layout.At[kind] >= 0 {
			w.floats[kind] = make([]float64, w.rows)
		}
	}
	if w.r.textIDs() {
		w.ids.Name()
		w.codes = make([]uint32, w.rows)
	} else {
		w.ints = make([]int64, w.rows)
	}
}

// A wholeTaker takes the rows of a column in a row group, which one goroutine decodes, for the kinds of columns that read it.
type wholeTaker struct {
	w      *wholeColumns
	column *codec.Column
	kinds  []int
	next   int // the row of the file that comes next
	bad    int // the number of rows that are noted as bad
	sense  [NumFloats]codec.Sense
	names  partNames
	places placeColumns
}

// part returns what takes the rows of a part of a column, and where its numbers go.
func (w *wholeColumns) part(column, first, rows int) (into []float64, take func(rows int, v *codec.Values)) {
	p := &wholeTaker{w: w, column: &w.r.columns[column], next: first, sense: w.r.senses}
	for kind, at := range w.r.layout.At {
		if w.r.source(at) == column && !(kind == ColT && w.r.layout.Still) {
			p.kinds = append(p.kinds, kind)
		}
	}
	if kind := p.kinds[0]; len(p.kinds) == 1 && kind != ColID && p.column.Kind == codec.Float {
		into = w.floats[kind][first:][:rows]
	}
	return into, p.take
}

// take takes the next rows.
func (p *wholeTaker) take(rows int, v *codec.Values) {
	if p.column.Kind == codec.Bytes {
		p.points(rows, v)
	} else {
		p.single(rows, v)
	}
	p.next += rows
}

// single takes the values of a column, which may serve several kinds.
func (p *wholeTaker) single(rows int, v *codec.Values) {
	for _, kind := range p.kinds {
		switch {
		case kind != ColID:
			p.numbers(p.column, kind, p.w.floats[kind][p.next:][:rows], v)
		case p.w.codes != nil:
			p.coded(p.w.codes[p.next:][:rows], v)
		default:
			p.integers(p.w.ints[p.next:][:rows], v)
		}
	}
}

// points takes the coordinates of points.
func (p *wholeTaker) points(rows int, v *codec.Values) {
	r := p.w.r
	to := make([]codec.Values, len(r.geometry.Names()))
	p.places.read(r.geometry, v, rows, to)
	for _, kind := range p.kinds {
		at := r.layout.At[kind]
		p.numbers(&r.columns[at], kind, p.w.floats[kind][p.next:][:rows], &to[at-r.represented()])
		for axis := range to {
			to[axis].Nulls, to[axis].Faults = nil, nil // a bad row is noted once
		}
	}
}

// numbers takes numbers of a kind.
func (p *wholeTaker) numbers(c *codec.Column, kind int, to []float64, v *codec.Values) {
	s, by := &p.sense[kind], p.w.r.feed.Factors.Of(kind)
	if c.Kind == codec.Float && !s.Counting && by == nil && v.Nulls.Empty() && len(v.Faults) == 0 {
		if &to[0] != &v.Floats[0] {
			copy(to, v.Floats)
		}
		return
	}
	for row := range to {
		x, value, cause := s.Number(c, v, row)
		if by != nil {
			x = by.Of(x)
		}
		if cause == "" && kind == ColT && p.w.years && !unixtime.InYears(x) {
			value, cause = p.w.r.o.UnixUnit().Beyond(x)
		}
		if to[row] = x; cause != "" {
			p.drop(kind, row, value, cause)
		}
	}
}

// integers takes ids that are integers.
func (p *wholeTaker) integers(to []int64, v *codec.Values) {
	copy(to, v.Wholes)
	if v.Nulls.Empty() && len(v.Faults) == 0 {
		return
	}
	for row := range to {
		if _, text, cause := p.column.ID(v, row); cause != "" {
			p.drop(ColID, row, string(text), cause)
		}
	}
}

// partNames are the codes that the file's names have for the words of the given rows.
type partNames struct {
	of    []uint32 // [words]
	known []bool   // [words]
	texts [][]byte // the words
}

// coded takes ids that are text.
func (p *wholeTaker) coded(to []uint32, v *codec.Values) {
	n := &p.names
	if len(v.Texts) == 0 || len(n.texts) == 0 || &v.Texts[0] != &n.texts[0] || len(v.Texts) != len(n.texts) {
		n.texts, n.of, n.known = v.Texts, infile.Resized(n.of, len(v.Texts)), infile.Resized(n.known, len(v.Texts))
		clear(n.known)
	}
	for row := range to {
		if v.Nulls.Has(row) {
			p.drop(ColID, row, "", codec.Missing)
			continue
		}
		word := v.Codes[row]
		if !n.known[word] {
			text := v.Texts[word]
			switch {
			case len(text) == 0:
				p.drop(ColID, row, "", codec.Missing)
				continue
			case !utf8.Valid(text):
				p.drop(ColID, row, string(text), NotUTF8)
				continue
			}
			n.of[word], n.known[word] = p.w.code(text), true
		}
		to[row] = n.of[word]
	}
}

// code returns the code of a name of the file. Most names are known from other parts.
func (w *wholeColumns) code(name []byte) uint32 {
	w.mu.RLock()
	code, known := w.ids.Index[infile.TextOf(name)]
	w.mu.RUnlock()
	if known {
		return code
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if code, known = w.ids.Index[infile.TextOf(name)]; !known {
		code = w.ids.Code(string(name))
	}
	return code
}

// drop notes a bad row of the part, of which only the first few errors are kept.
func (p *wholeTaker) drop(kind, row int, value, cause string) {
	w := p.w
	row += p.next
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.r.o.SkipBadRows {
		w.dropped.Add(row)
	}
	if p.bad < infile.MostReasons {
		p.bad++
		e := w.r.codec.Place(row)
		e.Column, e.Value, e.Cause = p.column.Name, strings.Clone(value), cause
		w.bad = append(w.bad, wholeBad{kind, &e})
	}
}

// parsed returns the rows without bad ones.
func (w *wholeColumns) parsed() (*Parsed, error) {
	slices.SortFunc(w.bad, func(a, b wholeBad) int { return cmp.Or(a.Row-b.Row, a.kind-b.kind) })
	var reasons []string
	for _, e := range w.bad {
		reasons = infile.AddReason(reasons, e.Error)
	}
	dropped, err := w.droppedRows()
	if err != nil {
		return nil, err
	}
	c := trajectory.Columns{Times: w.r.feed.Rules.Times, Frame: w.r.frame}
	for kind, col := range FloatsOf(&c) {
		*col = without(w.floats[kind], dropped)
	}
	if w.codes != nil {
		c.ID = trajectory.IDColumn{Code: without(w.codes, dropped), Name: w.ids.Names}
	} else {
		c.ID.Int = without(w.ints, dropped)
	}
	return &Parsed{
		Columns: c, Tally: format.Tally{Rows: w.rows, Skipped: len(dropped), Reasons: reasons}, FileColumns: w.r.feed.Table.Layout,
		Place: func(row int) format.Error { return w.r.codec.Place(rowBefore(dropped, row)) },
	}, nil
}

// droppedRows lists the dropped rows, in order.
func (w *wholeColumns) droppedRows() (rows []int, err error) {
	n := 0
	for _, word := range w.dropped {
		n += bits.OnesCount64(word)
	}
	if err := memory.Need(fmt.Sprintf("%d bad rows", n), memory.Of(n, 8)); err != nil {
		return nil, fmt.Errorf("format: read %s: %w", w.r.src.Name, err)
	}
	for at, word := range w.dropped {
		for ; word != 0; word &= word - 1 {
			rows = append(rows, 64*at+bits.TrailingZeros64(word))
		}
	}
	return rows, nil
}

// rowBefore returns the number that a row had before sorted rows were removed.
func rowBefore(removed []int, row int) int {
	return row + sort.Search(len(removed), func(i int) bool { return removed[i]-i > row })
}

// without removes sorted rows from a column, in place.
func without[T any](col []T, rows []int) []T {
	if len(rows) == 0 || col == nil {
		return col
	}
	n := rows[0]
	for i, row := range rows {
		end := len(col)
		if i+1 < len(rows) {
			end = rows[i+1]
		}
		n += copy(col[n:], col[row+1:end])
	}
	return col[:n]
}
