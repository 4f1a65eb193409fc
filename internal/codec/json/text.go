package json

import (
	"bytes"
	"fmt"
	"io"

	"flyby/internal/infile"
)

// MostValue is the number of bytes that a value of a document may have which is read as a whole: an object of a list, a line of NDJSON, a feature
// with all its positions.
const MostValue = 16 << 20

// An excerpt is text with some of the values of a document.
type excerpt struct {
	text   []byte
	values []span
}

// A span is the place of a value in an excerpt.
type span struct{ from, to, line int }

// text cuts a document into values.
type text struct {
	src     *infile.Source
	rest    []byte // read, and of no excerpt yet
	atEnd   bool   // rest has the last of the document
	line    int    // where rest begins
	isList  bool   // values are the items of a list
	begun   bool   // an item has been cut,
	comma   bool   // and a comma behind it
	closed  bool   // the list has ended
	outside int    // objects around the list that are open
	isLong  bool   // the next value is longer than MostValue
	done    bool
}

// fail returns the error of the document at a line.
func (t *text) fail(line int, cause string) error {
	return &infile.Error{File: t.src.Name, Line: line, Cause: cause}
}

// more reads more text behind rest: as much again as there is, at least a block, and little more than a value may have.
func (t *text) more() error {
	old := len(t.rest)
	grown := append(make([]byte, 0, old+max(min(old, MostValue-old), t.src.Block())), t.rest...)
	n, err := t.src.Fill(grown[old:cap(grown)])
	t.rest = grown[:old+n]
	if err == io.EOF {
		t.atEnd, err = true, nil
	}
	return err
}

// start reads the beginning of a document, and finds out whether it is a list.
func (t *text) start() error {
	const mark = "\xef\xbb\xbf"
	t.line = 1
	if err := t.more(); err != nil {
		return err
	}
	if what := t.src.Sniff(t.rest[:min(len(t.rest), 4096)]); what != "" {
		return &infile.Error{File: t.src.Name, Cause: "it is " + what}
	}
	t.rest = bytes.TrimPrefix(t.rest, []byte(mark))
	t.pass(skipSpace(t.rest, 0))
	for len(t.rest) == 0 && !t.atEnd {
		if err := t.more(); err != nil {
			return err
		}
		t.pass(skipSpace(t.rest, 0))
	}
	switch {
	case len(t.rest) == 0:
		return nil
	case t.rest[0] == '[':
		t.isList = true
		t.pass(1)
	case t.rest[0] != '{':
		return t.fail(t.line, fmt.Sprintf("not JSON: it begins with %q", t.rest[:1]))
	}
	return nil
}

// pass goes on behind n bytes of rest.
func (t *text) pass(n int) {
	t.line += bytes.Count(t.rest[:n], []byte("\n"))
	t.rest = t.rest[n:]
}

// next cuts the next excerpt, of no more values than most. The error is io.EOF behind the last value; any other error is a fault of the document behind the excerpt.
func (t *text) next(most int) (b excerpt, err error) {
	for !t.done && len(b.values) == 0 {
		at, cause := t.cut(&b, most)
		b.text = t.rest[:at:at]
		t.pass(at)
		switch {
		case cause == cutShort && len(b.values) == 0 && len(t.rest) > MostValue:
			t.isLong, err = true, t.fail(t.line, fmt.Sprintf("a value longer than %d bytes", MostValue))
		case cause != "" && (cause != cutShort || t.atEnd):
			t.done, err = true, t.fail(t.line, cause)
		case cause == cutShort && len(b.values) == 0:
			err = t.more()
		}
		if err != nil {
			return b, err
		}
	}
	if len(b.values) == 0 {
		return b, io.EOF
	}
	return b, nil
}

// cut finds values at the beginning of rest, and returns where what is left begins. The cause is cutShort where more text is needed.
func (t *text) cut(b *excerpt, most int) (at int, cause string) {
	line, counted := t.line, 0
	for {
		if len(b.values) == most {
			return at, ""
		}
		from, ended, cause := t.between(at)
		if at = from; cause != "" || ended {
			return at, cause
		}
		line += bytes.Count(t.rest[counted:at], []byte("\n"))
		counted = at
		end, cause := skip(t.rest, at, t.outside)
		switch {
		case cause == cutShort && !t.atEnd || end-at > MostValue:
			return at, cutShort
		case cause != "":
			return end, cause
		case t.rest[at] != '{' && t.rest[at] != '[':
			return at, "neither an object nor a list"
		}
		b.values = append(b.values, span{at, end, line})
		t.begun, t.comma = true, false
		at = end
	}
}

// between goes from the end of a value to the begin of the next one. ended says that the value was the last.
func (t *text) between(at int) (next int, ended bool, cause string) {
	at = skipSpace(t.rest, at)
	short := at == len(t.rest)
	switch {
	case short && !t.atEnd:
		return at, false, cutShort
	case t.closed || !t.isList:
		return t.behind(at, short)
	case short:
		return at, false, cutShort
	case t.comma || !t.begun && t.rest[at] != ']':
		return at, false, ""
	case t.rest[at] == ']':
		t.closed = true
		return t.between(at + 1)
	case t.rest[at] != ',':
		return at, false, "no comma behind a value"
	}
	t.comma = true
	return t.between(at + 1)
}

// behind goes on where no list is open.
func (t *text) behind(at int, short bool) (next int, ended bool, cause string) {
	switch {
	case t.outside > 0:
		return t.passAround(at)
	case short:
		t.done = true
		return at, true, ""
	case t.closed:
		return at, false, "something is behind the end of the document"
	}
	return at, false, ""
}

// passAround passes what follows the list in the objects around it.
func (t *text) passAround(at int) (next int, ended bool, cause string) {
	for ; at < len(t.rest); at++ {
		switch c := t.rest[at]; c {
		case '{', '[':
			t.outside++
		case '}', ']':
			if t.outside--; t.outside == 0 {
				return t.between(at + 1)
			}
		case '"':
			end, cause := skipText(t.rest, at)
			if cause != "" {
				return at, false, cause
			}
			at = end - 1
		}
	}
	return at, false, cutShort
}

// descend goes into the list that is most of a first value longer than MostValue, if rest begins with such an object. It returns the document with null
// in place of the list and nothing behind it, and the keys that lead to the list.
func (t *text) descend() (around []byte, path []string, ok bool) {
	at := 0
	for at < len(t.rest) && t.rest[at] == '{' && t.outside < mostDeep {
		t.outside++
		var key []byte
		for at = skipSpace(t.rest, at+1); ; {
			from := at
			value, cause := skipKey(t.rest, at)
			if cause != "" {
				return nil, nil, false
			}
			end, _ := skipText(t.rest, from)
			key = t.rest[from+1 : end-1]
			if at, cause = skip(t.rest, value, t.outside); cause != "" || at-value > MostValue/2 {
				at = value
				break
			}
			if at = skipSpace(t.rest, at); at == len(t.rest) || t.rest[at] != ',' {
				return nil, nil, false
			}
			at = skipSpace(t.rest, at+1)
		}
		path = append(path, keyText(key))
	}
	if at == len(t.rest) || t.rest[at] != '[' {
		return nil, nil, false
	}
	around = append(bytes.Clone(t.rest[:at]), "null"...)
	around = append(around, bytes.Repeat([]byte("}"), t.outside)...)
	t.pass(at + 1)
	t.isList = true
	return around, path, true
}
