package orbits

import (
	"bytes"
	"fmt"
	"slices"

	"flyby/internal/infile"
	"flyby/internal/xmlscan"
)

// A notation is a way of writing element sets.
type notation uint8

const (
	unknown notation = iota
	csvNotation
	jsonNotation
	xmlNotation
	kvn
	tle
)

// kvnMagic is the text at the beginning of an OMM in key-value notation.
const kvnMagic = "CCSDS_OMM_VERS"

// Told reports whether the beginning of a file says that it has element sets.
func Told(head []byte) bool { return notationOf(head) != unknown }

// TellsColumns reports whether a table of some columns has element sets.
func TellsColumns(names []string) bool {
	has := func(of field) bool { return slices.Contains(names, fieldNames()[of]) }
	return has(epoch) && has(eccentricity) && (has(meanMotion) || has(axis))
}

// notationOf returns the notation in which a file begins.
func notationOf(head []byte) notation {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	switch {
	case len(head) == 0:
		return unknown
	case bytes.HasPrefix(head, []byte(kvnMagic)):
		return kvn
	case head[0] == '<':
		if MessageOf(head) == "omm" {
			return xmlNotation
		}
		return unknown
	case head[0] == '{' || head[0] == '[':
		return jsonOf(head)
	case tellsTLE(head):
		return tle
	}
	at, _ := infile.AfterComments(append(slices.Clip(head), '\n')) // the last line may be cut short
	line, _, _ := bytes.Cut(head[min(at, len(head)):], []byte("\n"))
	for _, separator := range []byte(infile.Separators) {
		fields, cause := infile.SplitRecord(nil, bytes.TrimRight(line, "\r"), separator)
		if cause == "" && TellsColumns(infile.Names(fields)) {
			return csvNotation
		}
	}
	return unknown
}

// jsonOf is notationOf of JSON: by the keys of the first object.
func jsonOf(head []byte) notation {
	if tells(func(name string) bool { return bytes.Contains(head, []byte(`"`+name+`"`)) }) {
		return jsonNotation
	}
	return unknown
}

// tells is TellsColumns of names that a function finds.
func tells(has func(name string) bool) bool {
	var names []string
	for _, of := range []field{epoch, eccentricity, meanMotion, axis} {
		if name := fieldNames()[of]; has(name) {
			names = append(names, name)
		}
	}
	return TellsColumns(names)
}

// TellsSchema reports whether a schema of Parquet or Arrow names the columns of element sets: each name stands behind its length.
func TellsSchema(schema []byte) bool {
	return tells(func(name string) bool {
		length := string(rune(len(name)))
		return bytes.Contains(schema, []byte(length+name)) || bytes.Contains(schema, []byte(length+"\x00\x00\x00"+name))
	})
}

// MessageOf returns the name of the first message of CCSDS in XML: of the root, or below an <ndm>; "" of other text, and where the beginning of a file does not tell.
func MessageOf(head []byte) string {
	if head = bytes.TrimLeft(head, " \t\r\n\xef\xbb\xbf"); !bytes.HasPrefix(head, []byte("<")) {
		return ""
	}
	for {
		at := bytes.IndexByte(head, '<')
		if at < 0 || at+1 == len(head) {
			return ""
		}
		head = head[at+1:]
		end := bytes.IndexAny(head, " \t\r\n/>")
		if end < 0 {
			return ""
		}
		switch name := xmlscan.LocalName(string(head[:end])); {
		case bytes.HasPrefix(head, []byte("!--")):
			_, head, _ = bytes.Cut(head, []byte("-->"))
		case head[0] == '?' || head[0] == '!' || name == "ndm" || isAside(name):
		default:
			return name
		}
	}
}

// isAside reports whether an element stands beside the messages of an <ndm>, or ends there.
func isAside(name string) bool {
	return slices.Contains([]string{"MESSAGE_ID", "COMMENT", "ORIGINATOR", "CREATION_DATE", ""}, name)
}

// tellsTLE reports whether text begins with the lines of a set, perhaps below a line with a name.
func tellsTLE(head []byte) bool {
	const most = 100 // lines that begin with # come before
	var before []byte
	for i, line := range bytes.SplitN(head, []byte("\n"), most+1) {
		line = bytes.TrimRight(line, " \t\r")
		switch {
		case i == most:
			return false
		case len(line) == 0 || line[0] == '#':
			continue
		case isLine(before, '1') && isLine(line, '2'):
			return bytes.ContainsAny(before[classification:classification+1], "UCS") && bytes.Equal(before[:classification][1:], line[:classification][1:])
		case before != nil && !isLine(line, '1'):
			return false
		}
		before = line
	}
	return false
}

// classification is the index of a letter in the first line of a TLE, behind the number of the object. Tables of numbers have none there.
const classification = 7

// isLine reports whether a line is one of the lines of a TLE, which may be cut short.
func isLine(line []byte, number byte) bool {
	const least = 10
	return len(line) > least && line[0] == number && line[1] == ' '
}

// Excuse returns the cause where text is the answer of a server that has no data, "" where it may be data.
func Excuse(head []byte) (cause string) {
	head = bytes.TrimLeft(head, " \t\r\n\xef\xbb\xbf")
	lower := bytes.ToLower(head[:min(len(head), 64)])
	line, _, _ := bytes.Cut(head, []byte("\n"))
	said := infile.Shorten(string(bytes.TrimSpace(line)))
	switch {
	case bytes.HasPrefix(lower, []byte("<!doctype html")), bytes.HasPrefix(lower, []byte("<html")):
		return "a page of HTML, not data: a server answered with it in place of the file"
	case bytes.HasPrefix(lower, []byte("no gp data found")), bytes.HasPrefix(lower, []byte("invalid query")), bytes.HasPrefix(lower, []byte("gp data has not updated")):
		return fmt.Sprintf("CelesTrak's answer in place of data: %q", said)
	case bytes.HasPrefix(bytes.ReplaceAll(lower, []byte(" "), nil), []byte(`{"error":`)):
		return fmt.Sprintf("a server's error in place of data: %s", said)
	}
	return ""
}
