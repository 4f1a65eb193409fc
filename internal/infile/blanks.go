package infile

// Blank is the separator of text whose fields stand apart by blanks alone: see Splitter.
const Blank = ' '

// Squeezed cuts in place the blanks around the lines of text, and turns each run of blanks into one. Blanks between quotes stay.
func Squeezed(text []byte) []byte {
	kept, quoted := text[:0], false
	ends := func(c byte) bool { return len(kept) > 0 && kept[len(kept)-1] == c }
	for _, c := range text {
		switch {
		case c == '"':
			quoted = !quoted
		case c == '\n' || c == '\r':
			quoted = false
			for ends(Blank) {
				kept = kept[:len(kept)-1]
			}
		case c == Blank && !quoted && (len(kept) == 0 || ends(Blank) || ends('\n')):
			continue
		}
		kept = append(kept, c)
	}
	return kept
}
