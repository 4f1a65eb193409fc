package input

import (
	"path/filepath"
	"regexp"
	"strings"

	"flyby/internal/infile"
)

// Foreign says of a file that no format reads what else reads it, by the end of its name: ": GPX is read, ..." of KML. It is ""
// where it knows nothing.
func Foreign(path string) string {
	if base, _ := infile.CutPacking(path); infile.EndsIn(base, ".kml") {
		return ": " + ofKML(path)
	}
	return ""
}

// foreignXML says what an XML document is that is neither floating-car data nor a VOTable, by the name of its root: "" where it
// is not known.
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

// ofKML says what makes GPX of KML.
func ofKML(path string) string {
	base, packing := infile.CutPacking(path)
	gpx := strings.TrimSuffix(base, filepath.Ext(base)) + ".gpx"
	text := "GPX is read, which GPSBabel makes of KML: gpsbabel -i kml -f " + shellWord(base) + " -o gpx -F " + shellWord(gpx)
	if packing != "" {
		text = text + ", once it is unpacked"
	}
	return text
}

// plainWord is what a shell takes as it is.
var plainWord = regexp.MustCompile(`^[\pL\pN_./+:,@%=][\pL\pN_./+:,@%=-]*$`)

// shellWord is a word as a shell takes it.
func shellWord(word string) string {
	if plainWord.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
