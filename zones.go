package flyby

import (
	"context"
	"fmt"
	"io"

	"flyby/internal/source"
	"flyby/internal/zonefile"
	"flyby/trajectory"
)

// Zones are files of the zones of a search for visits, and how they are read. On the Earth their positions are degrees of longitude and latitude.
type Zones struct {
	// Files are GeoJSON, tables with a column zone_id and a column wkt, and GeoParquet, in order; "-" is Stdin, of GeoJSON or a table.
	Files []string
	// ID is the property, or the column, with the ids of zones; "": id of a feature and zone_id of a table, otherwise numbers from 0.
	ID string
	// Height is the closed interval of heights in which all zones count, as "0,2500ft", or the two properties, or columns, that have it for each zone, as "floor,ceiling"; "": at all
	// heights. A side of the comma that is empty is no bound.
	Height string
	// Sides says what sides are on the Earth: "arcs" are the shorter arcs; "" and "degrees" are straight in degrees, unless a file says otherwise.
	Sides string
	// SkipBad leaves out zones that are wrong.
	SkipBad bool
	// Attributes are properties, or columns, whose values are kept.
	Attributes []string
	// Folder is what relative names of files are relative to.
	Folder string
	Stdin  io.Reader

	opened *zonefile.Zones // nil: they are not read
}

// Open reads the zones for searches of a data set up to a distance, which then share them. Zones that are open stay as they are, for data of the same frame and unit. The error names the file: it has no zone, or
// one that is wrong, or the data cannot match it.
func (z Zones) Open(ctx context.Context, of Source, distance float64) (_ Zones, err error) {
	data, err := visited(of, distance)
	if err != nil {
		return z, err
	}
	if z.opened != nil {
		return z, z.opened.Check(data)
	}
	o := zonefile.Options{Folder: z.Folder, Stdin: z.Stdin, ID: z.ID, Attributes: z.Attributes, Arcs: z.Sides == "arcs", SkipBad: z.SkipBad}
	if z.Sides != "" && z.Sides != "degrees" && !o.Arcs {
		return z, fmt.Errorf("flyby: sides of zones %q: must be degrees or arcs", z.Sides)
	}
	if z.Height != "" {
		if o.Floor, o.Ceiling, err = zonefile.CutHeights(z.Height); err != nil {
			return z, fmt.Errorf("flyby: heights of zones %q: %w", z.Height, err)
		}
	}
	z.opened, err = zonefile.Open(ctx, z.Files, o, data)
	return z, err
}

// visited describes a data set for zones.
func visited(of Source, distance float64) (*zonefile.Data, error) {
	d := zonefile.Data{Name: "the data", Frame: of.Space().Frame, Unit: of.Space().Frame.Unit(), Distance: distance}
	var s *trajectory.Store
	switch of := of.(type) {
	case *source.Set:
		s, d.LonLat = of.Store, of.Input().Read.LonLat
		if d.Unit == "" {
			d.Unit = of.Report.Units.Length
		}
		if name := of.Input().Name; name != "" {
			d.Name = name
		}
	case *trajectory.Store:
		s = of
	default:
		return nil, fmt.Errorf("flyby: zones of a %T: want the Entries of a database", of)
	}
	d.Extent, d.HasHeights = s.Extent(), s.Space().Heights || d.Frame == trajectory.Plain && s.Dim() == 3
	d.Distance += s.MaxRadius()
	return &d, nil
}

// Opened returns zones that are open, for package job, whose rows have their ids and attributes; nil: they are not open.
func (z Zones) Opened() *zonefile.Zones { return z.opened }
