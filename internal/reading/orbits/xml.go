package orbits

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"flyby/internal/infile"
	"flyby/internal/xmlscan"
)

// An xmlReader reads the messages of a document.
type xmlReader struct {
	*reader
	x      xmlscan.Reader
	inside bool // of an <omm>
}

// tags reads the messages of a document: <omm> alone, or in an <ndm>.
func (r *reader) tags(ctx context.Context, src *infile.Source) error {
	d := &xmlReader{reader: r, x: xmlscan.Reader{Context: ctx, Source: src, Line: 1}}
	if err := d.x.Start(); err != nil {
		return err
	}
	for {
		tag, err := d.x.Next()
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = d.tag(tag)
		}
		if err != nil {
			return err
		}
	}
}

// tag takes a tag.
func (d *xmlReader) tag(tag xmlscan.Tag) error {
	name := xmlscan.LocalName(string(tag.Name))
	switch around := d.x.Around(tag); {
	case name == "omm" && tag.Closing:
		d.inside, d.x.OnText = false, nil
		return d.end()
	case name == "omm" && !d.inside:
		d.begin(tag.Line)
		d.inside, d.x.OnText = !tag.Empty, d.x.Gather
	case name == "omm":
		return d.x.Fail(tag.Line, "an <omm> in an <omm>")
	case d.inside && tag.Closing:
		if text := bytes.TrimSpace(d.x.Text); len(text) > 0 && name != "COMMENT" {
			d.put(name, text, tag.Line)
		}
	case !d.inside && around == "ndm" && !tag.Closing && name == strings.ToLower(name):
		return d.x.Fail(tag.Line, fmt.Sprintf("a message <%s> among OMMs: give it a file of its own", infile.Shorten(name)))
	}
	d.x.Text = d.x.Text[:0]
	return nil
}
