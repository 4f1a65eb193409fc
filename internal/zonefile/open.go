package zonefile

import (
	"context"
	"errors"
	"fmt"

	"flyby/internal/geoparquet"
	"flyby/internal/infile"
	"flyby/internal/unit"
	"flyby/internal/zone"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// Data are what zones are held against: the data set that visits them.
type Data struct {
	Name       string // in messages
	Frame      trajectory.Frame
	Extent     trajectory.Extent // of all samples
	Unit       string            // of lengths, by its name in package unit; "": not known
	HasHeights bool
	LonLat     bool    // it is said, and not told by names of columns, that positions are degrees
	Distance   float64 // that visits are within, in the unit of the data, with the greatest radius of an object
}

// Zones are the zones of files, ready for data.
type Zones struct {
	*zone.Set
	Attributes *format.Attributes // of zones, by id, at the time 0; nil: Options ask for none
	Skipped    int                // zones that Options.SkipBad left out
	Causes     []error            // why the first were, a few at most; each names the file

	files []place // that the zones are from
}

// A place says of a file where its zones are.
type place struct {
	name string // in messages
	crs  geoparquet.CRS
	box  rectangle
}

// Open reads files as Read does, and makes the zones ready for data. The error names a file: one of Read, zones that the data cannot match, or a zone that is wrong.
func Open(ctx context.Context, names []string, o Options, d *Data) (*Zones, error) {
	if (o.Floor != "" || o.Ceiling != "") && !d.HasHeights {
		return nil, d.noHeights()
	}
	if o.Length == nil {
		o.Length = d.length
	}
	r, err := readAll(ctx, names, o)
	if err != nil {
		return nil, err
	}
	z := &Zones{Attributes: r.attributes}
	var all []zone.Zone
	for i := range r.files {
		f := &r.files[i]
		z.files = append(z.files, place{f.Name, f.CRS, boundsOf(f.Zones)})
		all = append(all, f.Zones...)
		z.Skipped, z.Causes = z.Skipped+f.Skipped, append(z.Causes, f.Causes...)
	}
	if err := d.match(z.files); err != nil {
		return nil, err
	}
	if z.Set, err = zone.New(all, zone.Options{Frame: d.Frame, Arcs: o.Arcs, SkipBad: o.SkipBad}); err != nil {
		return nil, r.named(err)
	}
	report := z.Report()
	for _, err := range report.Causes {
		z.Causes = append(z.Causes, r.named(err))
	}
	z.Skipped += report.Skipped
	z.Causes = z.Causes[:min(len(z.Causes), mostCauses)]
	return z, nil
}

// Check refuses zones that the data cannot match, as Open does. The zones were opened for data of the same unit.
func (z *Zones) Check(d *Data) error {
	switch {
	case z.Frame() != d.Frame:
		return fmt.Errorf("zonefile: zones that are open for data in the frame %v, and %s is in the frame %v", z.Frame(), d.Name, d.Frame)
	case z.HasHeights() && !d.HasHeights:
		return d.noHeights()
	}
	return d.match(z.files)
}

// noHeights is the error of bounds of heights for data without them.
func (d *Data) noHeights() error {
	return &infile.Error{File: d.Name, Cause: "its positions have no heights, and zones are to have bounds of heights"}
}

// match refuses a file whose zones the data cannot match: the coordinate reference systems say it, or the extents. The error names the file.
func (d *Data) match(files []place) error {
	for i := range files {
		if cause := d.clash(&files[i]); cause != "" {
			return &infile.Error{File: files[i].name, Cause: cause}
		}
	}
	return nil
}

// named returns the error of a zone with the name of its file.
func (r *reading) named(err error) error {
	var of *zone.Error
	if !errors.As(err, &of) {
		return err
	}
	at, cause := of.Zone, of.Error()
	if err != error(of) {
		cause = "no zone is left, and the first is wrong: " + cause
	}
	for i := range r.files {
		f := &r.files[i]
		if at < len(f.Zones) {
			return &infile.Error{File: f.Name, Cause: cause, Err: err}
		}
		at -= len(f.Zones)
	}
	return err
}

// length makes a number in the unit of the data of a text.
func (d *Data) length(text string) (float64, error) {
	q, err := unit.Parse(text, unit.Length)
	if err != nil {
		return 0, err
	}
	if !q.HasUnit() {
		return q.Plain(), nil
	}
	of, err := unit.Find(d.Unit, unit.Length)
	if err != nil {
		return 0, fmt.Errorf("a unit, and the unit of %s is not known", d.Name)
	}
	return q.In(of)
}

// clash says why the positions of a file are none that the data could match; "" where they may be.
func (d *Data) clash(f *place) (cause string) {
	box, c := f.box, &f.crs
	if d.Frame != trajectory.EarthCentred {
		return d.clashOfLengths(c, box)
	}
	isOther := c.Meaning == geoparquet.Angles || c.Meaning == geoparquet.Other
	switch {
	case c.Meaning == geoparquet.Lengths:
		return fmt.Sprintf("zones are in %v, in %s, and %s is in degrees", *c, c.Unit, d.Name)
	case isOther && !d.LonLat:
		return fmt.Sprintf("zones are in %v, and %s is in degrees of WGS 84 (OGC:CRS84, EPSG:4326): --lonlat takes them for these", *c, d.Name)
	case !box.isEmpty() && !box.meets(degrees()):
		return fmt.Sprintf("zones are no degrees, %v, and %s is in degrees", box, d.Name)
	}
	return ""
}

// clashOfLengths is clash of data that are not in degrees.
func (d *Data) clashOfLengths(c *geoparquet.CRS, box rectangle) (cause string) {
	isGround := d.Unit == "m" || d.Unit == "ft" // units of maps
	data := rectangle{[2]float64(d.Extent.Min[:2]), [2]float64(d.Extent.Max[:2])}
	near := data.widened(d.Distance)
	switch {
	case c.Meaning == geoparquet.Degrees, c.Meaning == geoparquet.Angles:
		return fmt.Sprintf("zones are in degrees, %v, and %s is not: --lonlat reads degrees", *c, d.Name)
	case c.Meaning == geoparquet.Lengths && d.Unit != "" && c.Unit != unit.Label(d.Unit, unit.Length):
		return fmt.Sprintf("zones are in %v, in %s, and %s is in %s", *c, c.Unit, d.Name, d.Unit)
	case box.isEmpty():
		return ""
	case box.isDegrees() && (!near.meets(degrees()) || isGround && box.isSmall() && !near.meets(box)):
		return fmt.Sprintf("zones look like degrees, %v, and %s is in lengths, %v: none can match", box, d.Name, data)
	case data.isDegrees() && !box.widened(d.Distance).meets(degrees()):
		return fmt.Sprintf("no zone looks like degrees, %v, and %s does, %v: none can match", box, d.Name, data)
	}
	return ""
}
