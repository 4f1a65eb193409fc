// Package plt reads tracks of the GeoLife data set.
package plt

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/big"

	"flyby/internal/infile"
	"flyby/internal/reading"
	"flyby/internal/reading/internal/lines"
	"flyby/internal/rfc3339"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// Read reads a track of the GeoLife project: six lines of a header, then a line for each sample,
// "latitude,longitude,0,altitude in feet,days since 1899-12-30,date,time", times in UTC. An
// altitude of -777 means no altitude. The file is one trajectory.
func Read(ctx context.Context, src *infile.Source, o *reading.Options) (*reading.Parsed, error) {
	id, err := o.FileID(src.Name, []string{".plt"})
	if err != nil {
		return nil, err
	}
	l := reading.FixedColumns([5]int{6, 1, 0, 3, 7}, [5]string{"time", "longitude", "latitude", "altitude", "traj_id"}, "m")
	p := pltReader{lines: lines.Reader{Context: ctx, Source: src}, feed: reading.NewFeed(src, l, o, trajectory.Timestamp), id: []byte(id)}
	if o.Height == format.NoHeight {
		p.feed.Table.Layout.At[reading.ColZ], p.flat = -1, true
	}
	if err := p.header(); err != nil {
		return nil, err
	}
	if err := p.feed.Columns(pltColumns(), nil, p.cell); err != nil {
		return nil, err
	}
	return p.feed.Finish(p.rows(), "no rows after the header")
}

// pltColumns returns the names of the columns, after GeoLife's description.
func pltColumns() []string {
	return []string{"latitude", "longitude", "0", "altitude", "days", "date", "time"}
}

// cell returns the value of a column in the current line.
func (p *pltReader) cell(column int) (cell infile.Cell, ok bool) {
	return infile.TextCell(infile.Trim(p.fields[column])), column < p.n
}

const (
	pltHeader = 6 // lines
	pltFields = 7
)

type pltReader struct {
	lines   lines.Reader
	feed    *reading.Feed
	id      []byte
	flat    bool // heights are left out
	heights reading.HeightCheck
	clock   []byte            // scratch
	fields  [pltFields][]byte // of the current line
	n       int               // number of its fields, of which fields has the first
	v       [reading.NumFloats]float64
}

// header passes over the header.
func (p *pltReader) header() error {
	if err := p.lines.Start(); err != nil {
		return err
	}
	for n := range pltHeader {
		line, err := p.lines.Next()
		if err == io.EOF {
			return &format.Error{File: p.lines.Source.Name, Cause: fmt.Sprintf("truncated: %d lines of a header of %d", n, pltHeader)}
		}
		if err == nil {
			err = p.lines.Early()
		}
		if err != nil {
			return err
		}
		switch {
		case n == 0 && bytes.HasPrefix(line, []byte("OziExplorer")):
			return p.lines.Fail("a track of OziExplorer, not of GeoLife; convert it to GPX")
		case n == 0 && !bytes.HasPrefix(line, []byte("Geolife trajectory")):
			return p.lines.Fail("not a track of GeoLife, which begins with \"Geolife trajectory\"")
		}
	}
	return nil
}

// rows reads all lines after the header. Empty lines are no rows.
func (p *pltReader) rows() error {
	for {
		line, err := p.lines.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if len(infile.Trim(line)) == 0 {
			continue
		}
		if p.split(line); p.feed.Misses() {
			continue
		}
		if e := p.row(); e != nil {
			err = p.feed.Bad(p.lines.Line, e)
		} else {
			err = p.feed.Named(p.lines.Line, &p.v, p.id)
		}
		if err != nil {
			return err
		}
	}
}

// split takes the fields of a line.
func (p *pltReader) split(line []byte) {
	p.n = bytes.Count(line, []byte(",")) + 1
	for i := range p.fields {
		p.fields[i], line, _ = bytes.Cut(line, []byte(","))
	}
}

// row reads the numbers of the current line.
func (p *pltReader) row() *format.Error {
	if p.n != pltFields {
		return &format.Error{Cause: fmt.Sprintf("%d columns where GeoLife has %d", p.n, pltFields)}
	}
	fields, l := &p.fields, &p.feed.Table.Layout
	for i, kind := range []int{reading.ColY, reading.ColX} {
		var cause string
		if p.v[kind], cause = infile.Number(fields[i]); cause != "" {
			return &format.Error{Column: l.Name[kind], Value: string(fields[i]), Cause: cause}
		}
	}
	p.clock = append(append(append(append(p.clock[:0], infile.Trim(fields[5])...), 'T'), infile.Trim(fields[6])...), 'Z')
	sec, err := rfc3339.Parse(infile.TextOf(p.clock))
	if err != nil {
		return &format.Error{Column: "date,time", Value: string(fields[5]) + "," + string(fields[6]), Cause: infile.Inner(err)}
	}
	if p.v[reading.ColT] = sec; p.flat {
		return nil
	}
	return p.altitude(fields[3])
}

// altitude reads the height of a row.
func (p *pltReader) altitude(field []byte) *format.Error {
	const none = -777
	feet, cause := infile.Number(field)
	if cause != "" {
		return &format.Error{Column: "altitude", Value: string(field), Cause: cause}
	}
	l := &p.feed.Table.Layout
	if e := p.heights.Take(feet != none, p.lines.Line, l); e != nil {
		e.Value = string(field)
		return e
	}
	p.v[reading.ColZ] = 0
	if feet != none {
		p.v[reading.ColZ] = metresOfFeet(field, feet)
	}
	return nil
}

// metresOfFeet turns decimal text, which reads as feet, into metres, rounded once: a foot is
// 0.3048 m, 381/1250 m.
func metresOfFeet(text []byte, feet float64) float64 {
	const numerator, denominator = 381, 1250
	digits, decimals, whole := int64(0), 0, true
	text = infile.Trim(text)
	negative := len(text) > 0 && text[0] == '-'
	for i, c := range text {
		switch {
		case c-'0' <= 9 && digits < 1e15 && decimals < 15:
			digits = digits*10 + int64(c-'0')
			if !whole {
				decimals++
			}
		case c == '.' && whole:
			whole = false
		case i == 0 && (c == '-' || c == '+'):
		default:
			return manyFeet(text, feet)
		}
	}
	if negative {
		return -infile.Ratio(digits*numerator, denominator*infile.Tens(decimals))
	}
	return infile.Ratio(digits*numerator, denominator*infile.Tens(decimals))
}

// manyFeet is metresOfFeet for many digits. For text with an exponent, or longer than any
// instrument's, it takes the float64.
func manyFeet(text []byte, feet float64) float64 {
	const longest = 400
	exact := new(big.Rat).SetFloat64(feet)
	if len(text) < longest && !bytes.ContainsAny(text, "eE") {
		exact.SetString(string(text))
	}
	metres, _ := exact.Mul(exact, big.NewRat(381, 1250)).Float64()
	return metres
}
