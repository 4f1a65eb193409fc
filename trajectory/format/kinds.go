package format

import "strings"

// An objectKind is what an object of SUMO is.
type objectKind uint8

const (
	noKind objectKind = iota // the file does not tell
	vehicle
	person
	container
)

// KindColumn is the column of an object's kind, which files of SUMO do not have and which conditions and attributes may name.
const KindColumn = "kind"

// String is the kind as SUMO has it, "" for none.
func (k objectKind) String() string {
	switch k {
	case vehicle:
		return "vehicle"
	case person:
		return "person"
	case container:
		return "container"
	}
	return ""
}

// KindOf is the kind of a name.
func KindOf(name []byte) objectKind {
	switch string(name) {
	case "vehicle":
		return vehicle
	case "person":
		return person
	case "container":
		return container
	}
	return noKind
}

// foreign is what the ids of persons and containers begin with while data are read: a byte that no id has, for ids are UTF-8.
const foreign = 0xff

// mark is what ids of the kind begin with, until all files of a data set are read: see SettleIDs.
func (k objectKind) mark() string {
	switch k {
	case person:
		return "\xffp"
	case container:
		return "\xffc"
	}
	return ""
}

// unmarked cuts the mark off an id.
func unmarked(id string) (k objectKind, text string) {
	for k := person; k <= container; k++ {
		if text, marked := strings.CutPrefix(id, k.mark()); marked {
			return k, text
		}
	}
	return noKind, id
}

// isMarked reports whether an id has a mark.
func isMarked(id string) bool { return len(id) > 0 && id[0] == foreign }
