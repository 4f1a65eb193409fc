package reading

import "strings"

// An objectKind is a kind of object of SUMO.
type objectKind uint8

const (
	noKind objectKind = iota // the file does not tell
	vehicle
	person
	container
)

// KindColumn is the name by which conditions and attributes may ask for an object's kind. Files of SUMO have no such column.
const KindColumn = "kind"

// String returns SUMO's word for the kind, "" for none.
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

// KindOf returns the kind that a name stands for.
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

// foreign is the first byte of the ids of persons and containers while data are read. No other id has it, for ids are UTF-8.
const foreign = 0xff

// mark returns the prefix of ids of the kind until all files of a data set are read: see SettleIDs.
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
