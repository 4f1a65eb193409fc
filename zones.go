package flyby

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	measure "flyby/internal/unit"
	"flyby/internal/zone"
	"flyby/internal/zonefile"
)

// Zone is points, lines and polygons, united: a zone that is made in Go. Its Floor and Ceiling are the heights between which it counts, ±Inf for no bound.
type Zone = zone.Zone

// Zones are the zones of a search for visits, of files or made in Go, and how they are read. On the Earth their positions are degrees of longitude and latitude.
type Zones struct {
	// Files are GeoJSON, tables with a column zone_id and a column wkt, and GeoParquet, in order.
	Files []string
	// Made are zones that are made in Go, in place of Files.
	Made []Zone
	// ID is the property, or the column, with the ids of zones; "": id of a feature and zone_id of a table, otherwise numbers from 0.
	ID string
	// Height is the closed interval of heights in which all zones count, as "0,2500", or the two properties, or columns, that have it for each zone, as "floor,ceiling"; "": at all
	// heights. A side of the comma that is empty is no bound.
	Height string
	// Sides says what sides are on the Earth: "arcs" are the shorter arcs; "" and "degrees" are straight in degrees.
	Sides string
	// SkipBad leaves out zones whose geometry is wrong.
	SkipBad bool
	// Length makes a number in the unit of the data of the text of a height; nil: texts are numbers.
	Length func(text string) (float64, error)
	// Folder is what relative names of files are relative to, and Stdin is the file "-".
	Folder string
	Stdin  io.Reader

	set *zone.Set // nil: they are not read
}

// Read returns the zones, read for searches of a data set, which then share them. Zones that are read stay as they are. The error names the file, or the zone with what is wrong.
func (z Zones) Read(ctx context.Context, of Source) (Zones, error) {
	if z.set != nil {
		return z, nil
	}
	if z.Sides != "" && z.Sides != "degrees" && z.Sides != "arcs" {
		return z, fmt.Errorf("flyby: sides of zones %q: must be degrees or arcs", z.Sides)
	}
	made, err := z.all(ctx)
	if err != nil {
		return z, err
	}
	z.set, err = zone.New(made, zone.Options{Frame: of.Space().Frame, Arcs: z.Sides == "arcs", SkipBad: z.SkipBad})
	return z, err
}

// all returns the zones as files have them, with their bounds of heights.
func (z *Zones) all(ctx context.Context) (all []Zone, err error) {
	floor, ceiling, named, err := z.bounds()
	if err != nil {
		return nil, err
	}
	if len(z.Files) == 0 {
		all = append(all, z.Made...)
	} else {
		o := zonefile.Options{Folder: z.Folder, Stdin: z.Stdin, ID: z.ID, Length: z.Length}
		if named {
			o.Floor, o.Ceiling, _ = strings.Cut(z.Height, ",")
		}
		files, err := zonefile.Read(ctx, z.Files, o)
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			all = append(all, f.Zones...)
		}
	}
	if !named {
		for i := range all {
			all[i].Floor, all[i].Ceiling = max(all[i].Floor, floor), min(all[i].Ceiling, ceiling)
		}
	}
	return all, nil
}

// bounds reads Height; named: it names two properties.
func (z *Zones) bounds() (floor, ceiling float64, named bool, err error) {
	floor, ceiling = math.Inf(-1), math.Inf(1)
	if z.Height == "" {
		return floor, ceiling, false, nil
	}
	lo, hi, two := strings.Cut(z.Height, ",")
	if !two || strings.Contains(hi, ",") || lo+hi == "" {
		return 0, 0, false, fmt.Errorf("flyby: heights of zones %q: must be two with a comma between", z.Height)
	}
	for i, text := range []string{lo, hi} {
		if text == "" {
			continue
		}
		if _, err := measure.Parse(text, measure.Length); err != nil {
			return floor, ceiling, true, nil
		}
		if *[]*float64{&floor, &ceiling}[i], err = z.height(text); err != nil {
			return 0, 0, false, fmt.Errorf("flyby: heights of zones %q: %w", z.Height, err)
		}
	}
	if floor > ceiling {
		err = fmt.Errorf("flyby: heights of zones %q: from more up to less", z.Height)
	}
	return floor, ceiling, false, err
}

// height makes a number of a text.
func (z *Zones) height(text string) (float64, error) {
	if z.Length != nil {
		return z.Length(text)
	}
	q, err := measure.Parse(text, measure.Length)
	if err == nil && q.HasUnit() {
		err = errors.New("a unit, and nothing says the unit of the data (Zones.Length)")
	}
	return q.Plain(), err
}

// IDs returns the ids of zones that are read, by their numbers in results.
func (z Zones) IDs() (ids []string) {
	for i := range z.set.Len() {
		ids = append(ids, z.set.ID(i))
	}
	return ids
}

// Report tells what was made of zones that are read.
func (z Zones) Report() zone.Report { return z.set.Report() }
