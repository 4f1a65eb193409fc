package fileset

import (
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"flyby/internal/infile"
)

// Foreign returns advice for a file that no format reads, by the end of its name: ": GPX is read, ..." for KML, "" for an
// unknown extension.
func Foreign(path string) string {
	base, packing := infile.CutPacking(path)
	for _, c := range conversions() {
		if slices.ContainsFunc(c.endings, func(ext string) bool { return infile.EndsIn(base, ext) }) {
			return ": " + c.advice(base, packing)
		}
	}
	return ""
}

// A conversion is a program that makes a file that is read of a file that is not.
type conversion struct {
	endings []string
	read    string // which format is read, and what makes it
	command string // with FROM and TO for the two files
	to      string // the ending of TO
}

// conversions returns the conversion of each format that people have, and that is not read.
func conversions() []conversion {
	return []conversion{
		ofKML(),
		{[]string{".shp", ".gpkg", ".fgb"}, "CSV is read, which GDAL makes of layers of points", "ogr2ogr -f CSV -lco GEOMETRY=AS_XY TO FROM", ".csv"},
		{[]string{".xlsx", ".xls", ".ods"}, "CSV is read, which LibreOffice makes of spreadsheets", "soffice --headless --convert-to csv FROM", ".csv"},
		{[]string{".nc", ".nc4"}, "Parquet is read, which xarray makes of NetCDF, in Python", "xarray.open_dataset(FROM).to_dataframe().reset_index().to_parquet(TO)", ".parquet"},
		{[]string{".h5", ".hdf5", ".hdf"}, "Parquet is read, which pandas makes of tables in HDF5, in Python", "pandas.read_hdf(FROM).reset_index().to_parquet(TO)", ".parquet"},
	}
}

// ofKML returns the conversion of KML.
func ofKML() conversion {
	return conversion{[]string{".kml"}, "GPX is read, which GPSBabel makes of KML", "gpsbabel -i kml -f FROM -o gpx -F TO", ".gpx"}
}

// advice returns the sentence for a file without the ending of its packing.
func (c *conversion) advice(base, packing string) string {
	word := shellWord
	if strings.Contains(c.command, "(FROM)") { // Python
		word = strconv.Quote
	}
	made := strings.TrimSuffix(base, filepath.Ext(base)) + c.to
	text := c.read + ": " + strings.NewReplacer("FROM", word(base), "TO", word(made)).Replace(c.command)
	if packing != "" {
		text += ", once it is unpacked"
	}
	return text
}

// foreignXML returns advice for an XML document that is neither floating-car data nor a VOTable, by the name of its root: ""
// where it is not known.
func foreignXML(path, root string) string {
	switch root {
	case "kml":
		kml := ofKML()
		return "this is KML: " + kml.advice(infile.CutPacking(path))
	case "ndm":
		return "these are messages of CCSDS in XML (NDM), of which OEM and OMM are read"
	}
	return ""
}

// plainWord matches a word that a shell takes without quotes.
var plainWord = regexp.MustCompile(`^[\pL\pN_./+:,@%=][\pL\pN_./+:,@%=-]*$`)

// shellWord returns a word quoted for a shell.
func shellWord(word string) string {
	if plainWord.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
