package format

import (
	"bytes"
	"context"
	"io"

	"flyby/internal/codec/votable"
	"flyby/internal/infile"
	"flyby/internal/reading"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// readMoving returns the reader of the positions in files of a format of trajectories that are no tables: lon, lat and height where the format has
// degrees, else x, y and z. Times and ids are not taken, but times have to be there. Rows are checked as rows of trajectories are, each by itself.
func readMoving(f reading.Format) func(ctx context.Context, src *infile.Source, o *Options) (*contents, error) {
	return func(ctx context.Context, src *infile.Source, o *Options) (*contents, error) {
		if len(o.Columns)+len(o.Where) > 0 {
			return nil, unnamed(src, &f)
		}
		own := reading.Options{Options: format.Options{Reading: o.Reading}}
		own.LonLat, own.Units.Length = o.LonLat || f.Degrees, o.Units.Length
		if o.Flat {
			own.Height = format.NoHeight
		}
		if err := own.Prepare(src.Name); err != nil {
			return nil, err
		}
		m := &movers{gathering: gathering{src: src, options: o}}
		own.Take = m.take
		parsed, err := f.Read(ctx, src, &own)
		if err == nil {
			err = m.refusal()
		}
		if err != nil {
			return nil, err
		}
		_, report, err := parsed.HandedOn(src.Name)
		if err != nil {
			return nil, err
		}
		p := &contents{columns: m.columns, points: m.points, lonLat: m.lonLat, place: func(int) Error { return Error{File: src.Name} }}
		p.report = Report{Tally: report.Tally, Columns: m.names()}
		return p, nil
	}
}

// movers collects the positions of trajectories.
type movers struct {
	gathering
	lonLat bool
}

// take takes the positions of rows: a reading.RowsFunc that leaves no row out.
func (m *movers) take(rows *reading.Rows, _ func(*trajectory.RowError) error) error {
	axes := [][]float64{rows.X, rows.Y, rows.Z}
	if rows.Z == nil {
		axes = axes[:2]
	}
	if m.columns == nil {
		m.columns, m.lonLat = make([][]float64, len(axes)), rows.LonLat
	}
	if _, err := m.room(len(rows.X), m.src.Estimate(m.points+len(rows.X))); err != nil {
		return err
	}
	if m.points += len(rows.X); m.refused == nil {
		for k, axis := range axes {
			m.columns[k] = append(m.columns[k], axis...)
		}
	}
	return nil
}

// names returns the names of the coordinates.
func (m *movers) names() []string {
	if m.lonLat {
		return lonLatKeys()[:len(m.columns)]
	}
	return []string{"x", "y", "z"}[:len(m.columns)]
}

// readXML returns the reader of a VOTable, or of the positions in floating-car data of SUMO.
func readXML(f reading.Format) func(ctx context.Context, src *infile.Source, o *Options) (*contents, error) {
	const ahead = 4096 // bytes within which the root element begins
	return func(ctx context.Context, src *infile.Source, o *Options) (*contents, error) {
		head := make([]byte, ahead)
		n, err := src.Fill(head)
		if err != nil && err != io.EOF {
			return nil, err
		}
		src.Data = io.MultiReader(bytes.NewReader(head[:n]), src.Data)
		if bytes.Contains(head[:n], []byte("<VOTABLE")) {
			return readByCodec(votable.Open)(ctx, src, o)
		}
		return readMoving(f)(ctx, src, o)
	}
}
