// Package xmlscan reads XML tag by tag, a file of any size in little memory, and passes on the text between
// tags.
package xmlscan

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"flyby/internal/infile"
	"flyby/trajectory"
)

// maxTag bounds one tag or comment.
const maxTag = 16 << 20

// A Reader yields the tags of an XML document and checks that they nest in one root. It knows the parts of XML
// that data files use: elements, attributes, comments, the five entities of XML and characters by number. A
// DOCTYPE is passed over, and so its entities are unknown.
type Reader struct {
	Context context.Context
	Source  *infile.Source
	Unread  []byte // bytes that were read and not yet consumed
	Line    int    // of Unread[0], 1-based
	atEnd   bool
	Open    []openElement // the open elements, the innermost last
	root    openElement   // line 0 before it begins
	attrs   []Attribute
	spent   int // bytes at the front of mem that were consumed
	mem     []byte
	Text    []byte                   // of Gather
	OnText  func(chunk []byte) error // receives the text between tags piece by piece, entities replaced; nil: text is passed over
}

type openElement struct {
	Name string
	line int
}

// An Tag is valid until the next call of next.
type Tag struct {
	Name       []byte
	Attributes []Attribute
	Closing    bool // </name>; an empty <name/> is not followed by one
	Empty      bool // <name/>
	Line       int
}

// Next returns the next tag, or io.EOF at the end of a complete document.
func (x *Reader) Next() (Tag, error) {
	for {
		if err := x.skipText(); err != nil {
			return Tag{}, err
		}
		end, err := x.markup()
		if err != nil {
			return Tag{}, err
		}
		line, raw := x.Line, x.Unread[:end]
		x.Skip(end)
		if raw[1] == '!' || raw[1] == '?' {
			if cause := x.aside(raw); cause != "" {
				return Tag{}, x.Fail(line, cause)
			}
			if err := x.cdata(raw); err != nil {
				return Tag{}, err
			}
			continue
		}
		return x.tag(raw[1:len(raw)-1], line)
	}
}

// aside handles markup that is no tag. cause says why it may not stand where it does.
func (x *Reader) aside(raw []byte) (cause string) {
	switch {
	case bytes.HasPrefix(raw, []byte("<?xml")) && len(raw) > len("<?xml") && IsSpace(raw[len("<?xml")]):
		return x.declaration(raw[len("<?xml") : len(raw)-len("?>")])
	case bytes.HasPrefix(raw, []byte("<!DOCTYPE")) && x.root.line > 0:
		return "a DOCTYPE after the root element began"
	case bytes.HasPrefix(raw, []byte("<![CDATA[")) && len(x.Open) == 0:
		return outsideText
	case raw[1] == '?', bytes.HasPrefix(raw, []byte("<!--")), bytes.HasPrefix(raw, []byte("<!DOCTYPE")), bytes.HasPrefix(raw, []byte("<![CDATA[")):
		return ""
	}
	return fmt.Sprintf("%s is no markup of XML", infile.Shorten(string(raw)))
}

const outsideText = "text outside of any element: this is not XML"

// declaration refuses a document that declares another encoding than UTF-8 or its part US-ASCII: its bytes would
// be taken for other characters.
func (x *Reader) declaration(attrs []byte) (cause string) {
	if cause := x.attributes(attrs); cause != "" {
		return cause
	}
	for _, a := range x.attrs {
		encoding := string(a.Value)
		if string(a.Name) == "encoding" && !strings.EqualFold(encoding, "UTF-8") && !strings.EqualFold(encoding, "US-ASCII") {
			return fmt.Sprintf("declares the encoding %q; convert it to UTF-8", infile.Shorten(encoding))
		}
	}
	return ""
}

// skipText passes over text up to a '<'.
func (x *Reader) skipText() error {
	for {
		i := bytes.IndexByte(x.Unread, '<')
		text := x.Unread
		if i >= 0 {
			text = text[:i]
		}
		if blank := len(text) - len(bytes.TrimLeft(text, " \t\r\n")); len(x.Open) == 0 && blank < len(text) {
			x.Skip(blank)
			return x.Fail(x.Line, outsideText)
		}
		end, cause := textEnd(text, i >= 0 || x.atEnd)
		chunk := text[:end]
		x.Skip(end)
		if cause != "" {
			return x.Fail(x.Line, cause)
		}
		if err := x.hand(chunk); err != nil {
			return err
		}
		if i >= 0 {
			return nil
		}
		if more, err := x.fill(); err != nil {
			return err
		} else if !more && len(x.Unread) == 0 {
			return x.end()
		}
	}
}

// hand passes a chunk of text to OnText. It has whole entities, all of them known.
func (x *Reader) hand(chunk []byte) error {
	if x.OnText == nil || len(chunk) == 0 {
		return nil
	}
	if bytes.IndexByte(chunk, '&') >= 0 {
		chunk, _ = unescape(chunk)
	}
	return x.OnText(chunk)
}

// Gather is an OnText that appends the text to Text, which whoever takes tags empties.
func (x *Reader) Gather(chunk []byte) error {
	const most = 64 << 10
	if len(x.Text)+len(chunk) > most {
		return x.Fail(x.Line, fmt.Sprintf("a text longer than %d bytes", most))
	}
	x.Text = append(x.Text, chunk...)
	return nil
}

// cdata passes on the text of a CDATA section unchanged.
func (x *Reader) cdata(raw []byte) error {
	from, to := []byte("<![CDATA["), []byte("]]>")
	if x.OnText == nil || !bytes.HasPrefix(raw, from) {
		return nil
	}
	return x.OnText(raw[len(from) : len(raw)-len(to)])
}

// Start reads the beginning of the document, and refuses data that cannot be XML.
func (x *Reader) Start() error {
	more, err := x.fill()
	if err != nil {
		return err
	}
	if !more {
		return &infile.Error{File: x.Source.Name, Cause: "empty file", Err: trajectory.ErrEmpty}
	}
	if what := x.Source.Sniff(x.Unread); what != "" {
		return &infile.Error{File: x.Source.Name, Cause: "this is " + what}
	}
	x.Unread = bytes.TrimPrefix(x.Unread, []byte("\xef\xbb\xbf"))
	x.spent = len(x.mem) - len(x.Unread)
	return nil
}

// Around returns the name of the element around a tag, which Next returned last, "" for none.
func (x *Reader) Around(tag Tag) string {
	n := len(x.Open)
	if !tag.Closing && !tag.Empty {
		n-- // the tag itself
	}
	if n == 0 {
		return ""
	}
	return LocalName(x.Open[n-1].Name)
}

// LocalName returns a name without the prefix of its namespace.
func LocalName[T ~string | ~[]byte](name T) string {
	_, after, prefixed := strings.Cut(string(name), ":")
	if prefixed {
		return after
	}
	return string(name)
}

// end returns io.EOF where the document is complete, otherwise an error.
func (x *Reader) end() error {
	if n := len(x.Open); n > 0 {
		return x.Fail(x.Line, fmt.Sprintf("truncated: <%s> of line %d does not end", infile.Shorten(x.Open[n-1].Name), x.Open[n-1].line))
	}
	return io.EOF
}

// markup returns the length of the markup at x.buf[0].
func (x *Reader) markup() (int, error) {
	for {
		if end := markupEnd(x.Unread); end > 0 {
			return end, nil
		}
		if len(x.Unread) > maxTag {
			return 0, x.Fail(x.Line, "a tag does not end")
		}
		if more, err := x.fill(); err != nil {
			return 0, err
		} else if !more {
			return 0, x.Fail(x.Line, "truncated inside a tag")
		}
	}
}

// markupEnd returns the length of the markup that b starts with, 0 if b does not hold all of it.
func markupEnd(b []byte) int {
	for _, m := range []struct{ from, to string }{{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}} {
		if bytes.HasPrefix(b, []byte(m.from)) {
			if i := bytes.Index(b[len(m.from):], []byte(m.to)); i >= 0 {
				return len(m.from) + i + len(m.to)
			}
			return 0
		}
	}
	if i := bytes.IndexByte(b, '>'); i < 0 {
		return 0
	} else if bytes.IndexByte(b[:i], '\'') < 0 && bytes.IndexByte(b[:i], '[') < 0 && bytes.Count(b[:i], []byte(`"`))%2 == 0 {
		return i + 1
	}
	quote, depth := byte(0), 0
	for i, c := range b {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '[':
			depth++
		case c == ']':
			depth--
		case c == '>' && depth <= 0:
			return i + 1
		}
	}
	return 0
}

// tag reads the text between < and >, and keeps the list of open elements.
func (x *Reader) tag(raw []byte, line int) (Tag, error) {
	t := Tag{Line: line}
	if len(raw) > 0 && raw[0] == '/' {
		t.Closing, raw = true, raw[1:]
	}
	empty := !t.Closing && len(raw) > 0 && raw[len(raw)-1] == '/'
	if t.Empty = empty; empty {
		raw = raw[:len(raw)-1]
	}
	end := bytes.IndexAny(raw, " \t\r\n")
	if end < 0 {
		end = len(raw)
	}
	t.Name = raw[:end]
	cause := x.attributes(raw[end:])
	t.Attributes = x.attrs
	switch {
	case len(t.Name) == 0:
		cause = "a tag without a name: this is not XML"
	case cause != "":
	case t.Closing:
		cause = x.close(t)
	default:
		cause = x.begin(t, empty)
	}
	if cause != "" {
		return t, x.Fail(line, cause)
	}
	return t, nil
}

// begin opens an element, if it is not empty.
func (x *Reader) begin(t Tag, empty bool) (cause string) {
	switch {
	case x.root.line == 0:
		x.root = openElement{string(t.Name), t.Line}
	case len(x.Open) == 0:
		return fmt.Sprintf("a second root element <%s>, after <%s> of line %d", infile.Shorten(string(t.Name)), infile.Shorten(x.root.Name), x.root.line)
	case len(x.Open) >= 1000:
		return "elements nested a thousand deep"
	}
	if !empty {
		x.Open = append(x.Open, openElement{string(t.Name), t.Line})
	}
	return ""
}

// close closes the innermost element.
func (x *Reader) close(t Tag) (cause string) {
	n := len(x.Open)
	if n == 0 || x.Open[n-1].Name != string(t.Name) || len(t.Attributes) > 0 {
		return fmt.Sprintf("</%s> closes nothing", infile.Shorten(string(t.Name)))
	}
	x.Open = x.Open[:n-1]
	return ""
}

// fill reads more data. more is false at the end of the data.
func (x *Reader) fill() (more bool, err error) {
	if x.atEnd {
		return false, nil
	}
	if err := x.Context.Err(); err != nil {
		return false, err
	}
	if x.spent > 0 {
		x.mem = x.mem[:copy(x.mem, x.Unread)]
		x.spent = 0
	}
	from := len(x.mem)
	size := x.Source.Block()
	x.mem = slices.Grow(x.mem, max(size-from, size/2))
	n, err := x.Source.Fill(x.mem[from:cap(x.mem)])
	x.mem = x.mem[:from+n]
	x.Unread = x.mem
	x.atEnd = err == io.EOF
	x.Source.Progress()
	if err != nil && err != io.EOF {
		return false, err
	}
	return n > 0, nil
}

// Skip drops the first n bytes.
func (x *Reader) Skip(n int) {
	x.Line += bytes.Count(x.Unread[:n], []byte("\n"))
	x.Unread, x.spent = x.Unread[n:], x.spent+n
}

// Fail returns an error about a line.
func (x *Reader) Fail(line int, cause string) error {
	return &infile.Error{File: x.Source.Name, Line: line, Cause: cause}
}
