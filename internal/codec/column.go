package codec

import (
	"fmt"

	"flyby/internal/geoparquet"
	"flyby/internal/localtime"
)

// A Kind is the kind of the values of a column, and says which fields of Values have them.
type Kind uint8

const (
	Other   Kind = iota // values that nothing reads: maps, lists of lists
	Float               // Floats
	Whole               // Wholes
	Decimal             // Wholes, in units of 1/Column.Per
	Digits              // Texts: numbers in decimal digits, as infile.ParseFloat reads them
	Text                // Texts
	Stamp               // Wholes, and perhaps Nanos: times since 1970 in units of 1/Column.Per seconds
	Truth               // Wholes: 0 or 1
	Bytes               // Texts: bytes of any meaning, such as well-known binary
	Numbers             // Ends, Floats and ItemNulls: lists of numbers
)

// A Column is a column of a file. The fields of a struct are columns of their own, called outer.inner.
type Column struct {
	Name     string
	Unit     string // that the file says; "": none
	Kind     Kind
	Type     string // the file's name of the type, for errors; "": errors say what values are
	Scale    string // of numbers that are times: the file's name of the time scale, such as TDB; "": none
	Bits     int    // of Float and Digits: the number of bits that a number is stored in, 32 or 64; 0 is 64
	Untyped  bool   // of Digits and Text: the file has no types, and values are what they are in CSV
	Unsigned bool   // of Whole: integers less than 0 stand for integers beyond int64, of the same bits
	Per      uint64 // of Stamp: units in a second; of Decimal: units in 1; of Digits: 1 where all are integers by their type
	Day      bool   // of Stamp: days; Wholes count seconds, and a zone says when midnight is
	Local    bool   // of Stamp: times that clocks show, and no zone is said
	Clocks   bool   // of Local: of a zone that has to be said, where other formats take UTC
	Letters  bool   // of Truth: as text, T and F
	Piece    bool   // rows of an object are apart where values differ, unless another column is said to have pieces
	Shape    *Shape // of Bytes that are geometries, and of columns that are coordinates of points; nil: of others
}

// A Shape is what a file says of a column of geometries. One Shape is shared by all columns that are parts of the same geometry.
type Shape struct {
	Name string // of the column, or of the struct around the columns
	CRS  geoparquet.CRS
	Arcs bool // sides between vertices are ways on the Earth, not straight in the numbers
	Axis int  // number of columns that are its coordinates; 0: one column of Bytes

	Fault string // what is wrong with its CRS; "": nothing
	First bool   // places are taken from it, also where columns are called x and y
}

// A Use is a purpose that the values of a column are read for.
type Use uint8

const (
	AsNumber Use = iota
	AsTime       // a number, a time or a text
	AsID         // an integer or a text
)

// IsNumber reports whether values are numbers by their type.
func (c *Column) IsNumber() bool {
	return c.Kind == Float || c.Kind == Whole || c.Kind == Decimal || c.Kind == Digits
}

// LacksZone reports whether values are times by their type, of which no zone is said.
func (c *Column) LacksZone() bool { return c.Kind == Stamp && (c.Day || c.Local) }

// UnknownZone returns the reason why times cannot be read while their zone is not known, which a flag says; "" where they can.
func (c *Column) UnknownZone(zone *localtime.Zone, flag string) (cause string) {
	if !c.Clocks || !c.LacksZone() || zone.Known() {
		return ""
	}
	return fmt.Sprintf("column %s: its times have no zone: %s says where clocks show them", c.Name, flag)
}

// Single reports whether a value is text, a number, a time or a truth value, so that conditions and attributes may ask for it.
func (c *Column) Single() bool {
	return c.IsNumber() || c.Kind == Text || c.Kind == Stamp || c.Kind == Truth
}

// Serves returns the reason why the values of a column cannot be used for a purpose, "" where they can.
func (c *Column) Serves(u Use) (cause string) {
	ok := c.IsNumber()
	switch u {
	case AsID:
		ok = c.Kind == Whole || c.Kind == Text || c.Kind == Digits && c.Per == 1
	case AsTime:
		ok = ok || c.Kind == Text || c.Kind == Stamp
	}
	switch {
	case ok || c.Untyped:
		return ""
	case c.Type == "":
		return fmt.Sprintf("column %s holds %s", c.Name, c.holds())
	}
	return fmt.Sprintf("column %s: type %s is not one that flyby reads here", c.Name, c.Type)
}

// holds says what the values of a column are, where they do not serve.
func (c *Column) holds() string {
	switch {
	case c.Kind == Text:
		return "text, no numbers"
	case c.Kind == Numbers:
		return "several numbers a row"
	case c.IsNumber():
		return "numbers that are not whole: ids are integers or text"
	}
	return "neither numbers nor text"
}

// NamesOf returns the names of columns.
func NamesOf(columns []Column) []string {
	names := make([]string, len(columns))
	for i := range columns {
		names[i] = columns[i].Name
	}
	return names
}
