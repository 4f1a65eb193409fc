package reading

import (
	"bytes"
	"cmp"
	"unicode/utf8"

	"flyby/internal/infile"
)

// headerNames tells comment lines, which begin with #, from a header that begins with #. A file may have very many comment lines, so
// it does not look for each column in each line.
type headerNames struct {
	separators string
	kinds      map[string]uint8 // by name, as it stands or as presets compare it: bits of the required columns that it may name
	fields     [][]byte         // scratch
	folded     []byte           // scratch
}

// requiredColumns has the bits of the columns that every file has.
const requiredColumns = 1<<0 | 1<<1 | 1<<2 | 1<<3

// newHeaderNames returns the names by which the options and the presets look for required columns.
func newHeaderNames(o *Options) *headerNames {
	n := &headerNames{separators: cmp.Or(o.Separators, infile.Separators), kinds: map[string]uint8{}}
	all := presets()
	for bit, kind := range [...]int{ColID, ColT, ColX, ColY} {
		names, _ := o.candidates(kind)
		for i := range all {
			names = append(names, all[i].columns[kind]...)
			for _, other := range all[i].others {
				names = append(names, other.columns[kind]...)
			}
		}
		for _, name := range names {
			n.kinds[name] |= 1 << bit
		}
	}
	return n
}

// fit reports whether the record at text[at:] may be a header: by some separator it has names of all required columns.
func (n *headerNames) fit(text []byte, at int) bool {
	for _, sep := range []byte(n.separators) {
		end, _ := infile.RecordEnd(text, at, sep, true)
		if bytes.IndexByte(text[at:end], sep) < 0 {
			continue
		}
		fields, broken := infile.SplitRecord(n.fields[:0], infile.Chomp(text[at:end]), sep)
		n.fields = fields
		if broken == "" && n.kindsOf(fields) == requiredColumns {
			return true
		}
	}
	return false
}

// kindsOf returns the bits of the required columns that fields may name.
func (n *headerNames) kindsOf(fields [][]byte) (found uint8) {
	for _, f := range fields {
		if f = bytes.TrimSpace(f); len(f) > 0 {
			found |= n.kinds[string(f)] | n.kinds[string(n.fold(f))]
		}
	}
	return found
}

// fold is the function fold without memory of its own, valid until the next call.
func (n *headerNames) fold(name []byte) []byte {
	n.folded = n.folded[:0]
	for _, c := range name {
		switch {
		case c >= utf8.RuneSelf:
			return []byte(Fold(string(name)))
		case c == ' ' || c == '-' || c == '.' || c == ':':
			c = '_'
		case c >= 'A' && c <= 'Z':
			c += 'a' - 'A'
		}
		n.folded = append(n.folded, c)
	}
	return n.folded
}
