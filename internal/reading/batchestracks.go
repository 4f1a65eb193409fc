package reading

import (
	"flyby/internal/codec"
	"flyby/internal/geoparquet"
	"flyby/trajectory/format"
)

// tracks makes samples of the vertices of lines. The samples of a batch have numbers from 1 on, by which errors find their rows.
func (p *parcel) tracks() {
	p.next = 1
	for p.row = range p.batch.Rows {
		p.firsts = append(p.firsts, p.next)
		if p.misses() {
			continue
		}
		if p.track() != nil {
			break
		}
	}
	p.feed.block.Count = p.next - 1
}

// track makes the samples of the row at hand.
func (p *parcel) track() error {
	if f := codec.FaultOf(p.batch.Broken, p.row); f != nil {
		return p.badTrack(f.In(""))
	}
	g, v := p.r.geometry, &p.batch.Values[p.r.bytes]
	line, e := lineOf(g, v, p.row)
	if e != nil {
		return p.badTrack(e)
	}
	var shared [NumFloats]float64
	for _, kind := range []int{ColZ, ColR} {
		if at := p.r.layout.At[kind]; at >= len(p.batch.Values) {
			continue
		}
		if e := p.number(kind, &shared[kind]); e != nil {
			return p.badTrack(e)
		}
	}
	n, id, e := p.idOf()
	if e == nil {
		e = p.takePiece()
	}
	if e != nil {
		return p.badTrack(e)
	}
	for i := range line.Len() {
		one := shared
		at, m := line.Vertex(i)
		one[ColT], one[ColX], one[ColY] = p.senses[ColT].Unix.Seconds(m), at[0], at[1]
		if g.ReadsZ {
			one[ColZ] = at[2]
		}
		number := p.next
		p.next++
		if err := p.add(number, &one, n, id); err != nil {
			return err
		}
	}
	return nil
}

// lineOf returns the line in a row.
func lineOf(g *Geometry, v *codec.Values, row int) (line geoparquet.Line, e *format.Error) {
	value, cause := "", codec.Missing
	if f := v.Fault(row); f != nil {
		value, cause = f.Value, f.Cause
	} else if !v.Nulls.Has(row) {
		line, value, cause = geoparquet.ReadLine(v.Text(row))
		switch {
		case cause == "" && line.Len() == 0:
			value, cause = "LINESTRING EMPTY", "no place"
		case cause == "":
			value, cause = g.Unlike(line.HasZ)
		}
	}
	if cause != "" {
		return line, &format.Error{Column: g.Name, Value: value, Cause: cause}
	}
	return line, nil
}

// badTrack handles a row without samples.
func (p *parcel) badTrack(e *format.Error) error {
	p.next++
	return p.feed.Bad(p.next-1, e)
}
