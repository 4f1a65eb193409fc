package fileset

import (
	"context"
	"encoding/binary"
	"io"

	"flyby/internal/codec"
	codecarrow "flyby/internal/codec/arrow"
	"flyby/internal/codec/ecsv"
	"flyby/internal/codec/fits"
	"flyby/internal/codec/votable"
	"flyby/internal/infile"
	columnar "flyby/internal/parquet"
	"flyby/internal/reading"
	"flyby/internal/reading/arrow"
	"flyby/internal/reading/csv"
	"flyby/internal/reading/fcd"
	"flyby/internal/reading/gpx"
	"flyby/internal/reading/oem"
	"flyby/internal/reading/orbits"
	"flyby/internal/reading/parquet"
	"flyby/internal/reading/plt"
	"flyby/internal/xmlscan"
	"flyby/trajectory/format"
)

// Formats returns the formats that can be read.
func Formats() reading.Formats {
	return reading.Formats{Use: reading.Input, All: []reading.Format{
		{Name: "CSV", Extensions: []string{".csv"}, Also: []string{".tsv", ".txt", ""}, Packed: true, Read: csv.Read, Tabular: true},
		{Name: "Parquet", Extensions: []string{".parquet"}, Magic: "PAR1", Whole: true, Codec: columnar.OpenBatches, Read: parquet.Read, Estimate: claims(columnar.OpenBatches), Tabular: true},
		{Name: "Arrow", Extensions: []string{".arrows"}, Also: []string{".arrow", ".feather"}, About: "a stream, or with the last two a file, of Arrow batches", Codec: codecarrow.Open, Estimate: arrow.Estimate, Tabular: true},
		{Name: "SUMO", Extensions: []string{".xml"}, Packed: true, About: "floating-car data, or a VOTable", Read: readXML, Estimate: estimateXML},
		{Name: "GPX", Extensions: []string{".gpx"}, Packed: true, About: "tracks of GPS receivers", Read: gpx.Read, Degrees: true, Fixed: true, Unnamed: true, Late: true, Mark: "<trkpt"},
		{Name: "PLT", Extensions: []string{".plt"}, Packed: true, About: "a track of GeoLife", Read: plt.Read, Degrees: true, Fixed: true, Unnamed: true},
		{Name: "FITS", Extensions: []string{".fits"}, Magic: fits.Magic, Packed: true, About: "binary tables", Codec: fits.Open, Estimate: claims(fits.Open), Tabular: true},
		{Name: "VOTable", Extensions: []string{".vot"}, Packed: true, About: "a table of the Virtual Observatory", Codec: votable.Open, Estimate: estimateXML, Tabular: true},
		{Name: "ECSV", Extensions: []string{".ecsv"}, Packed: true, About: "a table of astropy", Codec: ecsv.Open, Read: csv.ReadECSV, Tabular: true},
		{Name: "JSON", Extensions: []string{".json"}, Also: []string{".ndjson", ".jsonl", ".geojson"}, Packed: true, About: "lists or lines of objects, GeoJSON, MF-JSON", Read: readJSON, Estimate: estimateJSON, Tabular: true, Mark: "{"},
		{Name: "OEM", Extensions: []string{".oem"}, Packed: true, About: "ephemerides of CCSDS, in text or XML, also told by the root in .xml", Read: oem.Read, Fixed: true, Orbits: true},
		{Name: "OMM", Extensions: []string{".omm"}, Packed: true, About: "element sets of CCSDS, also told by their fields in .csv, .json, .xml and .txt", Read: readOMM, Sets: true},
		{Name: "TLE", Extensions: []string{".tle"}, Also: []string{".3le", ".2le"}, Packed: true, About: "element sets of two lines, also told by them in .txt", Read: orbits.ReadTLE, Sets: true, Mark: "\n1 "},
	}}
}

// settle returns the format of a source: the format by its name, or of text of many formats (CSV, XML, JSON) whose beginning has element sets, OMM, or ephemerides, OEM.
func settle(src *infile.Source, f reading.Format, o *reading.Options) (reading.Format, error) {
	omm, known := formatsOf(o).Choose(".omm", "")
	if known && f.Codec != nil && !f.Packed {
		schema, err := schemaOf(src, f)
		if err != nil || !orbits.TellsSchema(schema) {
			return f, err
		}
		omm.Read = readSets(f.Codec)
		return omm.Format, nil
	}
	if !known || f.Orbits || !f.Packed || f.Fixed || f.Magic != "" || f.Sets {
		return f, nil
	}
	head, err := src.Head()
	if err != nil {
		return f, err
	}
	if cause := orbits.Excuse(head); cause != "" {
		return f, &format.Error{File: src.Name, Cause: "this is " + cause}
	}
	switch ephemerides, known := formatsOf(o).Choose(".oem", ""); {
	case orbits.Told(head):
		return omm.Format, nil
	case known && isXML(f) && orbits.MessageOf(head) == "oem":
		return ephemerides.Format, nil
	}
	return f, nil
}

// schemaOf returns bytes with the schema of a file of a binary table: the beginning of Arrow, and the footer of Parquet, whose length stands before its last four bytes.
func schemaOf(src *infile.Source, f reading.Format) ([]byte, error) {
	const most, tail = 1 << 20, 8
	if src.At == nil || src.IsStream() {
		return src.Head()
	}
	size := min(src.Total, most)
	from := src.Total - size
	if f.Magic == "" {
		from = 0
	} else if end := make([]byte, min(size, tail)); size > tail {
		if _, err := src.At.ReadAt(end, src.Total-tail); err != nil {
			return nil, err
		}
		size = min(src.Total, tail+int64(binary.LittleEndian.Uint32(end)))
		from, size = src.Total-size, min(size, most) // the schema stands first in the footer
	}
	schema := make([]byte, size)
	n, err := src.At.ReadAt(schema, from)
	if err == io.EOF {
		err = nil
	}
	return schema[:n], err
}

// readSets reads the element sets of a binary table.
func readSets(open codec.OpenFunc) func(context.Context, *infile.Source, *reading.Options) (*reading.Parsed, error) {
	return func(ctx context.Context, src *infile.Source, o *reading.Options) (*reading.Parsed, error) {
		r, err := open(ctx, src, o.Threads)
		if err != nil {
			return nil, err
		}
		return orbits.ReadTable(ctx, src, r, o)
	}
}

// readOMM reads element sets in a notation of CCSDS, or as a stream of Arrow.
func readOMM(ctx context.Context, src *infile.Source, o *reading.Options) (*reading.Parsed, error) {
	head, err := src.Head()
	if err != nil {
		return nil, err
	}
	if codecarrow.Begins(head) {
		return readSets(codecarrow.Open)(ctx, src, o)
	}
	return orbits.ReadOMM(ctx, src, o)
}

// isXML reports whether a format is XML of several formats, which the root tells apart.
func isXML(f reading.Format) bool { return f.Extensions[0] == ".xml" }

// HaveSets reports whether files have element sets of orbits: whether the first of them has. A pipe has them only where o.Format says so.
func HaveSets(files []File, o format.Options) bool {
	return len(files) > 0 && settled(files[0].Path, &reading.Options{Options: o}).Sets
}

// settled returns the format of a file, by its beginning where that can be read again; zero: it has none.
func settled(path string, o *reading.Options) reading.Format {
	f, ok := formatOf(o, path)
	if !ok || f.Sets || !f.Packed && f.Codec == nil || isStream(path, &o.Options) {
		return f.Format
	}
	in := *o
	if in.Archives == nil {
		in.Archives = &infile.Archives{}
		defer in.Archives.Close()
	}
	in.Progress = nil
	src, err := open(path, f, &in)
	if err != nil {
		return reading.Format{}
	}
	defer src.Close()
	of, err := settle(src, f.Format, &in)
	if err != nil {
		return reading.Format{}
	}
	return of
}

// read reads trajectories in a format.
func read(ctx context.Context, f reading.Format, src *infile.Source, o *reading.Options) (*reading.Parsed, error) {
	if f.Read != nil {
		return f.Read(ctx, src, o)
	}
	r, err := f.Codec(ctx, src, o.Threads)
	if err != nil {
		return nil, err
	}
	return reading.ReadBatches(ctx, src, r, o)
}

// readXML reads floating-car data of SUMO, or a VOTable, by the root element.
func readXML(ctx context.Context, src *infile.Source, o *reading.Options) (*reading.Parsed, error) {
	x := xmlscan.Reader{Context: ctx, Source: src, Line: 1}
	if err := x.Start(); err != nil {
		return nil, err
	}
	root, err := x.Next()
	name := xmlscan.LocalName(root.Name)
	if err == nil && name == "VOTABLE" {
		r, err := votable.ReadTags(ctx, x)
		if err != nil {
			return nil, err
		}
		return reading.ReadBatches(ctx, src, r, o)
	}
	if cause := foreignXML(src.Name, name); cause != "" {
		return nil, x.Fail(root.Line, cause)
	}
	return fcd.ReadTags(x, root, err, o)
}

// signs returns the first bytes of files of the formats, and of archives.
func signs() []infile.Sign {
	archive := infile.Sign{Magic: infile.ZipMagic, What: "a zip archive, which is read from a file whose name ends in " + ArchiveExtension + " only"}
	return append([]infile.Sign{archive}, Formats().Signs()...)
}
