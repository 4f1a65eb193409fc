package oem

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"flyby/internal/infile"
	"flyby/internal/xmlscan"
	"flyby/trajectory/format"
)

// A document reads the messages of XML: <oem> alone, or some in an <ndm>.
type document struct {
	*oemReader
	x      xmlscan.Reader
	inside bool // of an <oem>
	begun  int  // the line of the current <stateVector>
	fields [10][]byte
	memory []byte // of fields
}

// isXML reports whether a file begins as XML.
func isXML(head []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(head, " \t\r\n\xef\xbb\xbf"), []byte("<"))
}

// tags reads all tags.
func (d *document) tags() error {
	for {
		tag, err := d.x.Next()
		if err == io.EOF {
			return nil
		}
		if d.line = tag.Line; err == nil {
			err = d.tag(xmlscan.LocalName(tag.Name), d.x.Around(tag), tag)
		}
		if err != nil {
			return err
		}
		d.x.Text = d.x.Text[:0]
	}
}

// tag takes a tag in an element.
func (d *document) tag(name, around string, tag xmlscan.Tag) error {
	switch {
	case name == "oem" && !d.inside && (around == "" || around == "ndm"):
		d.inside, d.state, d.x.OnText = !tag.Empty, oemHead, d.x.Gather
	case !d.inside && around == "ndm" && name == strings.ToLower(name):
		return d.fail(fmt.Sprintf("a message <%s> among OEMs: give it a file of its own", infile.Shorten(name)))
	case !d.inside && around == "" && name != "ndm":
		return d.fail("no OEM: the root is neither <oem> nor <ndm>")
	case !d.inside, name == "COMMENT":
	case name == "oem":
		d.inside, d.x.OnText = false, nil
	case name == "segment":
		d.state = oemHead
	case name == "metadata" && !tag.Closing:
		d.state, d.meta = oemMeta, map[string]string{}
	case name == "metadata":
		return d.segment()
	case around == "metadata" && tag.Closing && len(d.meta) < xmlscan.MaxAttributes:
		d.meta[name] = string(bytes.TrimSpace(d.x.Text))
	case name == "stateVector":
		return d.vector(tag)
	case around == "stateVector":
		return d.field(slices.Index(oemColumns(), strings.Replace(name, "EPOCH", "epoch", 1)), name, tag)
	}
	return nil
}

// vector begins an ephemeris line, or takes it.
func (d *document) vector(tag xmlscan.Tag) error {
	if d.state != oemData {
		return d.fail("a <stateVector> where it does not belong: <metadata> comes before")
	}
	if tag.Closing {
		n := 0
		for n < len(d.fields) && d.fields[n] != nil {
			n++
		}
		d.line = d.begun
		d.lacks = n != 4 && n != 7 && n != 10 || slices.ContainsFunc(d.fields[n:], func(text []byte) bool { return text != nil })
		return d.row(d.fields[:n])
	}
	d.begun, d.fields, d.at, d.memory = tag.Line, [10][]byte{}, [10]int{}, d.memory[:0]
	return nil
}

// field takes a number of an ephemeris line.
func (d *document) field(at int, name string, tag xmlscan.Tag) error {
	switch {
	case at < 0 || tag.Closing && d.fields[at] != nil:
		return d.fail(fmt.Sprintf("<%s> where it does not belong", infile.Shorten(name)))
	case !tag.Closing:
		return d.unit(at, tag)
	}
	if text := bytes.TrimSpace(d.x.Text); len(text) > 0 {
		from := len(d.memory)
		d.memory = append(d.memory, text...)
		d.memory = append(d.memory, ' ') // numbers are read with the byte behind them
		d.fields[at], d.at[at] = d.memory[from:from+len(text)], tag.Line
	}
	return nil
}

// unit refuses an attribute with another unit than CCSDS has for a number.
func (d *document) unit(at int, tag xmlscan.Tag) error {
	for _, a := range tag.Attributes {
		said, want := string(a.Value), []string{"", "km", "km/s", "km/s**2"}[(at+2)/3]
		if string(a.Name) == "units" && !strings.EqualFold(said, want) {
			return &format.Error{File: d.x.Source.Name, Line: tag.Line, Column: oemColumns()[at], Value: infile.Shorten(said), Cause: "no unit of an OEM, which is " + want}
		}
	}
	return nil
}
