package serve

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"flyby/internal/infile"
	"flyby/serve/problem"
	"flyby/trajectory/format"
)

// lineBytes is the longest line of NDJSON that is read.
const lineBytes = 1 << 20

// objects converts NDJSON to CSV, for the reader of files: the keys of the first object are the columns.
type objects struct {
	lines *bufio.Scanner
	to    *csv.Writer
	text  bytes.Buffer // CSV of rows that was not read yet
	keys  []string
	at    map[string]int // indexes of keys
	row   int64
	err   error
}

// newObjects reads NDJSON of a body.
func newObjects(from io.Reader) *objects {
	o := &objects{lines: bufio.NewScanner(from), at: map[string]int{}}
	o.lines.Buffer(nil, lineBytes)
	o.to = csv.NewWriter(&o.text)
	return o
}

// Read reads the rows as text.
func (o *objects) Read(p []byte) (int, error) {
	for o.text.Len() == 0 && o.err == nil {
		o.err = o.next()
		o.to.Flush()
	}
	if o.text.Len() > 0 {
		return o.text.Read(p)
	}
	return 0, o.err
}

// next takes the next line. The error is io.EOF after the last.
func (o *objects) next() error {
	if !o.lines.Scan() {
		switch err := o.lines.Err(); err {
		case nil:
			return io.EOF
		case bufio.ErrTooLong:
			return o.wrong("", "", "a line is longer than %d bytes", lineBytes)
		default:
			return err
		}
	}
	line := bytes.TrimSpace(o.lines.Bytes())
	if len(line) == 0 {
		return nil
	}
	o.row++
	d := &tokens{json.NewDecoder(bytes.NewReader(line)), line}
	d.UseNumber()
	cells, err := o.object(d)
	if err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return o.wrong("", "", "something is behind the object")
	}
	return o.to.Write(cells)
}

// tokens are the tokens of a line, with the bytes that they are written in.
type tokens struct {
	*json.Decoder
	line []byte
}

// next returns the next token. A text that is no text of Unicode, which the decoder would change, is returned as it is written, with whole being false.
func (d *tokens) next() (t json.Token, whole bool, err error) {
	from := d.InputOffset()
	t, err = d.Token()
	if _, is := t.(string); !is {
		return t, true, err
	}
	if raw := bytes.TrimLeft(d.line[from:d.InputOffset()], " \t\r,:"); !isUnicode(raw) {
		return string(raw[1 : len(raw)-1]), false, err
	}
	return t, true, err
}

// isUnicode reports whether a text of JSON is UTF-8 without halves of surrogate pairs.
func isUnicode(text []byte) bool {
	half := rune(0) // the first half of a pair, right before
	for rest := text; len(rest) > 0; {
		r, n := utf8.DecodeRune(rest)
		if r == utf8.RuneError && n == 1 {
			return false
		}
		if r == '\\' && len(rest) >= 6 && rest[1] == 'u' {
			unit, _ := strconv.ParseUint(string(rest[2:6]), 16, 16) //nolint:errcheck // the decoder has checked the digits
			r, n = rune(unit), 6
		} else if r == '\\' {
			n = 2
		}
		rest = rest[n:]
		switch first := half; {
		case first != 0 && utf16.DecodeRune(first, r) == utf8.RuneError:
			return false
		case first != 0:
			half = 0
		case utf16.IsSurrogate(r):
			half = r
		}
	}
	return half == 0
}

// object takes an object as the cells of a row. A key that is missing is an empty cell, and so is null.
func (o *objects) object(d *tokens) ([]string, error) {
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, o.wrong("", "", "the line is no JSON object")
	}
	first := o.keys == nil
	cells, had := make([]string, len(o.keys)), make([]bool, len(o.keys))
	for d.More() {
		key, cell, err := o.member(d)
		if err != nil {
			return nil, err
		}
		at, known := o.at[key]
		if !known && first {
			at, known = len(o.keys), true
			o.at[key] = at
			o.keys, cells, had = append(o.keys, key), append(cells, ""), append(had, false)
		}
		switch {
		case !known:
			return nil, o.wrong(key, cell, "the first object has no such key")
		case had[at]:
			return nil, o.wrong(key, cell, "the key stands twice in an object")
		}
		cells[at], had[at] = cell, true
	}
	if _, err := d.Token(); err != nil {
		return nil, o.wrong("", "", "the object is cut")
	}
	switch {
	case len(o.keys) == 0:
		return nil, o.wrong("", "", "the object has no keys")
	case first:
		return cells, o.to.Write(o.keys)
	}
	return cells, nil
}

// member takes a key and its value as text.
func (o *objects) member(d *tokens) (key, cell string, err error) {
	t, whole, err := d.next()
	key, is := t.(string)
	switch {
	case err != nil || !is:
		return "", "", o.wrong("", "", "the line is no JSON object")
	case !whole:
		return "", "", o.wrong(key, "", "the name of the column is "+notUnicode)
	}
	t, whole, err = d.next()
	if !whole {
		return "", "", o.wrong(key, t.(string), notUnicode)
	}
	switch v := t.(type) {
	case nil:
		if err != nil {
			return "", "", o.wrong(key, "", "the line is no JSON object")
		}
	case json.Delim:
		return "", "", o.wrong(key, v.String(), "must be a number, a text or null")
	default:
		cell = fmt.Sprint(v)
	}
	return key, cell, nil
}

// notUnicode is the cause of a text that is refused. Two such texts could become one.
const notUnicode = format.NotUTF8 + ", or half of a surrogate pair"

// wrong is a problem with the row.
func (o *objects) wrong(column, value, text string, args ...any) error {
	return &problem.Problem{Status: http.StatusBadRequest, Row: o.row, Column: column, Value: infile.Shorten(value), Detail: fmt.Sprintf(text, args...)}
}
