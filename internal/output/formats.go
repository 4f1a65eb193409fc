package output

import (
	"os"
	"slices"

	"flyby/internal/infile"
	"flyby/internal/outfile"
	"flyby/internal/reading"
)

// A writable is a format to write, with the function that begins its sink.
type writable struct {
	reading.Format
	begin func(out *outfile.File, c content, m means) sink
}

// writables lists the formats that can be written: a new format is a line here and its sink.
func writables() []writable {
	return []writable{
		{reading.Format{Name: "CSV", Extensions: []string{".csv"}, Packed: true, Stores: true}, writeCSV},
		{reading.Format{Name: "Parquet", Extensions: []string{".parquet"}, Magic: reading.ParquetMagic, Stores: true, Typed: true}, writeParquet},
		{reading.Format{Name: "Arrow", Extensions: []string{".arrows"}, About: "a stream of Arrow batches", Stores: true, Typed: true}, writeArrow},
		{reading.Format{Name: "NDJSON", Extensions: []string{".ndjson", ".jsonl"}, Packed: true, About: "one JSON object a line"}, writeNDJSON},
		{reading.Format{Name: "GeoJSON", Extensions: []string{".geojson"}, Packed: true, About: "a point for each row", Placed: true}, writeGeoJSON},
	}
}

// Written returns the formats that can be written for a use.
func Written(u reading.Use) reading.Formats { return described(writables(), u) }

// described returns formats for a use without their sinks.
func described(all []writable, u reading.Use) reading.Formats {
	t := reading.Formats{Use: u}
	for _, w := range all {
		if u == reading.ResultOutput || u == reading.StoreOutput && w.Stores || u == reading.TableOutput && !w.Placed {
			t.All = append(t.All, w.Format)
		}
	}
	return t
}

// find returns the format of a file for a use: devices and pipes may have any name.
func (o *WriteOptions) find(path string, u reading.Use) (w writable, err error) {
	all := o.formats
	if all == nil {
		all = writables()
	}
	t := described(all, u)
	if f, ok := t.Choose(path, o.Format); ok {
		return all[slices.IndexFunc(all, func(w writable) bool { return w.Name == f.Name })], nil
	}
	if info, err := os.Stat(infile.In(o.Folder, path)); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return all[0], nil
	}
	return w, t.Unknown(path, "")
}
