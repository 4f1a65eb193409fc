package fileset

import (
	"path/filepath"
	"regexp"
	"strings"

	"flyby/internal/infile"
)

// Foreign returns advice for a file that no format reads, by the end of its name: ": GPX is read, ..." for KML, "" for an
// unknown extension.
func Foreign(path string) string {
	if base, _ := infile.CutPacking(path); infile.EndsIn(base, ".kml") {
		return ": " + ofKML(path)
	}
	return ""
}

// foreignXML returns advice for an XML document that is neither floating-car data nor a VOTable, by the name of its root: ""
// where it is not known.
func foreignXML(path, root string) string {
	switch root {
	case "kml":
		return "this is KML: " + ofKML(path)
	case "oem":
		return "this is an OEM in XML: an OEM in key-value notation (KVN) is read, named .oem"
	case "ndm":
		return "these are messages of CCSDS in XML (NDM): an OEM in key-value notation (KVN) is read, named .oem"
	}
	return ""
}

// ofKML returns advice for a KML file: the command that converts it to GPX.
func ofKML(path string) string {
	base, packing := infile.CutPacking(path)
	gpx := strings.TrimSuffix(base, filepath.Ext(base)) + ".gpx"
	text := "GPX is read, which GPSBabel makes of KML: gpsbabel -i kml -f " + shellWord(base) + " -o gpx -F " + shellWord(gpx)
	if packing != "" {
		text = text + ", once it is unpacked"
	}
	return text
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
