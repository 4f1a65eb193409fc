package output

import (
	"os"
	"slices"

	"flyby/internal/infile"
	"flyby/internal/outfile"
	"flyby/trajectory/format"
)

// A writable is a format to write, with the function that begins its sink.
type writable struct {
	format.Format
	begin func(out *outfile.File, c content, m means) sink
}

// writables lists the formats that can be written: a new format is a line here and its sink. The first is the format of "-" and of
// devices.
func writables() []writable {
	return []writable{
		{format.Format{Name: "CSV", Extensions: []string{".csv"}, Packed: true, Written: true, Stores: true}, writeCSV},
		{format.Format{Name: "Parquet", Extensions: []string{".parquet"}, Magic: format.ParquetMagic, Written: true, Stores: true, Typed: true}, writeParquet},
		{format.Format{Name: "Arrow", Extensions: []string{".arrows"}, About: "a stream of Arrow batches", Written: true, Stores: true, Typed: true}, writeArrow},
		{format.Format{Name: "NDJSON", Extensions: []string{".ndjson", ".jsonl"}, Packed: true, About: "one JSON object a line", Written: true}, writeNDJSON},
		{format.Format{Name: "GeoJSON", Extensions: []string{".geojson"}, Packed: true, About: "a point for each row", Written: true, Placed: true}, writeGeoJSON},
	}
}

// Written returns the formats that can be written. The first is the format of "-" and of devices.
func Written() []format.Format { return described(writables()) }

// described returns formats without their sinks.
func described(all []writable) (formats []format.Format) {
	for _, w := range all {
		formats = append(formats, w.Format)
	}
	return formats
}

// findWritten is format.FindAs for writing: devices and pipes may have any name.
func findWritten(all []writable, folder, path, word string, u format.Use) (w writable, ok bool) {
	if f, ok := format.FindAs(described(all), path, word, u); ok {
		return all[slices.IndexFunc(all, func(w writable) bool { return w.Name == f.Name })], true
	}
	info, err := os.Stat(infile.In(folder, path))
	return all[0], err == nil && !info.IsDir() && !info.Mode().IsRegular()
}
