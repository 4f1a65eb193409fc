// Package printable makes text of files, ids and names of files and columns safe to print on a
// terminal.
package printable

import (
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Text returns s with an escape in place of every character that could move a cursor, change a
// colour, end a line or turn the direction of writing: of every character that Unicode does not
// call printable, and of bytes that are not UTF-8. Escapes are Go's and C's, such as \x1b and
// \u202e; backslashes stay, so that Text(Text(s)) is Text(s).
func Text(s string) string {
	if strings.IndexFunc(s, hidden) < 0 && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if c := s[i : i+n]; hidden(r) || r == utf8.RuneError && n == 1 {
			quoted := strconv.Quote(c)
			b.WriteString(quoted[1 : len(quoted)-1])
		} else {
			b.WriteString(c)
		}
		i += n
	}
	return b.String()
}

// JSON returns JSON of the same value whose strings hold no character that Text
// escapes. line must be valid JSON without line breaks, as json.Marshal writes it.
func JSON(line []byte) []byte {
	text := string(line)
	if strings.IndexFunc(text, hidden) < 0 {
		return line
	}
	out := make([]byte, 0, 2*len(line))
	for _, r := range text {
		if !hidden(r) || r == '\n' {
			out = utf8.AppendRune(out, r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			const digits = "0123456789abcdef"
			out = append(out, '\\', 'u', digits[unit>>12], digits[unit>>8&15], digits[unit>>4&15], digits[unit&15])
		}
	}
	return out
}

// WriteObject writes a value as a line of JSON, with the escapes of the function JSON.
func WriteObject(w io.Writer, v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = w.Write(append(JSON(line), '\n'))
	return err
}

// hidden reports whether a character is not printable.
func hidden(r rune) bool {
	return r < ' ' || r >= 0x7f && !unicode.IsPrint(r) && !unicode.Is(unicode.Zs, r)
}
