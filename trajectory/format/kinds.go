package format

// An objectKind is what an object of SUMO is.
type objectKind uint8

const (
	noKind objectKind = iota // the file does not tell
	vehicle
	person
	container
)

// kindColumn is the column of an object's kind, which files of SUMO do not have and which conditions and attributes may name.
const kindColumn = "kind"

// String is the kind as SUMO has it, "" for none.
func (k objectKind) String() string {
	return [...]string{vehicle: "vehicle", person: "person", container: "container"}[k]
}

// kindOf is the kind of a name.
func kindOf(name []byte) objectKind {
	for k := vehicle; k <= container; k++ {
		if string(name) == k.String() {
			return k
		}
	}
	return noKind
}

// foreign is what the ids of persons and containers begin with while data are read: a byte that no id has, for ids are UTF-8.
const foreign = 0xff

// mark is what ids of the kind begin with, until all files of a data set are read: see settleIDs.
func (k objectKind) mark() string {
	return [...]string{person: "\xffp", container: "\xffc"}[k]
}

// unmarked cuts the mark off an id.
func unmarked(id string) (k objectKind, text string) {
	for k := person; k <= container; k++ {
		if mark := k.mark(); len(id) >= len(mark) && id[:len(mark)] == mark {
			return k, id[len(mark):]
		}
	}
	return noKind, id
}

// isMarked reports whether an id has a mark.
func isMarked(id string) bool { return len(id) > 0 && id[0] == foreign }
