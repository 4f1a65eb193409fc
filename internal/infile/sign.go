package infile

import (
	"slices"
	"strings"
)

// A Sign has the first bytes of data of some kind, and the kind's name.
type Sign struct{ Magic, What string }

// Sniff names the kind of the file's data that are no text, "" if they may be text.
func (s *Source) Sniff(head []byte) string { return Sniff(head, s.Signs) }

// Sniff names the kind of data that are no text, "" if they may be text. It knows text of other
// encodings, packed files, and the signs.
func Sniff(head []byte, signs []Sign) string {
	all := []Sign{
		{"\xff\xfe", "UTF-16 text; convert it to UTF-8"},
		{"\xfe\xff", "UTF-16 text; convert it to UTF-8"},
	}
	for _, p := range Packings() {
		all = append(all, Sign{p.Magic, "a " + p.Name + " archive, which is read from a file whose name ends in " + p.Extension})
	}
	for _, s := range append(all, signs...) {
		if strings.HasPrefix(string(head[:min(len(head), len(s.Magic))]), s.Magic) {
			return s.What
		}
	}
	if slices.Contains(head, 0) {
		return "binary data or UTF-16, not UTF-8 text"
	}
	return ""
}
