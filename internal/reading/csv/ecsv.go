package csv

import (
	"context"
	"fmt"

	"flyby/internal/codec"
	"flyby/internal/codec/ecsv"
	"flyby/internal/infile"
	"flyby/internal/localtime"
	"flyby/internal/reading"
	"flyby/trajectory/format"
)

// ReadECSV reads a table of astropy: CSV behind a header that has the units of columns.
func ReadECSV(ctx context.Context, src *infile.Source, o *reading.Options) (*reading.Parsed, error) {
	h, err := ecsv.ReadHead(src)
	if err != nil {
		return nil, err
	}
	own := *o
	own.Separators = h.Separator
	said, cause := labelsOf(&h, &own)
	if cause != "" {
		return nil, &format.Error{File: src.Name, Cause: cause}
	}
	own.Said = said
	p, err := Read(ctx, src, &own)
	o.LonLat = own.LonLat
	return p, err
}

// labelsOf returns what a header says of the columns of a table, and sets o's zone where the scale of times is UTC. The first rows serve the
// advice about wrong names.
func labelsOf(h *ecsv.Head, o *reading.Options) (said *reading.TableLabels, cause string) {
	names := codec.NamesOf(h.Columns)
	l, taken, cause := o.FindTyped(names)
	if cause != "" {
		return nil, o.Mended(cause, names, glanceAt(h))
	}
	of := func(kind int) (name, unit string) {
		if at := l.At[kind]; at >= 0 {
			return names[at], h.Columns[at].Unit
		}
		return "", ""
	}
	own := *o
	own.TakeDegrees(&l, &taken)
	u, cause := reading.UnitsOf(&own, &taken, of)
	if cause != "" || l.Still {
		return &reading.TableLabels{Units: u, Of: of}, cause
	}
	times := &h.Columns[l.At[reading.ColT]]
	switch text := times.Kind == codec.Text; {
	case times.Scale == "" || times.Scale == "UTC":
		if zone, err := localtime.ParseZone("UTC"); err == nil && text && times.Scale == "UTC" && !o.Times.Zone.Known() {
			o.Times.Zone = zone
		}
	case text:
		return nil, fmt.Sprintf("column %s has dates in the scale %s, not UTC: write numbers, such as days", times.Name, infile.Shorten(times.Scale))
	default:
		u.Scale = times.Scale
	}
	return &reading.TableLabels{Units: u, Of: of}, ""
}

// glanceAt is format.GlanceAt for the first rows, with units, and without times whose scale the header has.
func glanceAt(h *ecsv.Head) reading.GlanceFunc {
	of := reading.GlanceAt(h.Rows, h.Separator[0])
	return func(column int) reading.Glance {
		if h.Columns[column].Scale != "" {
			return reading.Glance{Timed: true}
		}
		g := of(column)
		g.Unit = h.Columns[column].Unit
		return g
	}
}
