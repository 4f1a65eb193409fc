// Package ecsv reads tables of astropy: CSV after a header with the types and units of columns.
package ecsv

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"flyby/internal/infile"
	"flyby/internal/localtime"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/format/csv"
)

// ecsvMagic is the text at the beginning of ECSV.
const ecsvMagic = "# %ECSV "

// Read reads astropy's ECSV: CSV whose first lines have its separator and its columns in YAML.
func Read(ctx context.Context, src *infile.Source, o *format.Options) (*format.Parsed, error) {
	text, names, rows, err := ecsvHead(src)
	if err != nil {
		return nil, err
	}
	h, cause := parseECSVHead(text)
	if cause == "" {
		cause = h.check(names)
	}
	own := *o
	var units format.Units
	if cause == "" {
		own.Separators = h.Delimiter
		units, cause = h.units(&own, rows)
	}
	if cause != "" {
		return nil, &format.Error{File: src.Name, Cause: cause}
	}
	l, _, _ := own.FindTyped(h.names()) // units has found them before
	own.Said = &format.TableLabels{Units: units, Of: h.unitOf(&l)}
	p, err := csv.Read(ctx, src, &own)
	o.LonLat = own.LonLat
	return p, err
}

// ecsvHead reads the lines that begin with #, without the #, the line after them, and the first rows, and rewinds the
// source.
func ecsvHead(src *infile.Source) (text, names, rows []byte, err error) {
	cut, first := infile.NewSplitter(src, src.Block(), src.Signs), infile.NewBlock(0)
	if err := cut.Begin(first); err != nil && err != io.EOF {
		return nil, nil, nil, err
	}
	cut.PutBack(first)
	rest := first.Text[infile.TextStart(first.Text):]
	switch what := src.Sniff(rest[:min(len(rest), 4096)]); {
	case len(rest) == 0:
		return nil, nil, nil, &format.Error{File: src.Name, Cause: "empty file", Err: trajectory.ErrEmpty}
	case !bytes.HasPrefix(rest, []byte(ecsvMagic)) && what != "":
		return nil, nil, nil, &format.Error{File: src.Name, Cause: "this is " + what}
	case !bytes.HasPrefix(rest, []byte(ecsvMagic)):
		return nil, nil, nil, &format.Error{File: src.Name, Line: 1, Cause: fmt.Sprintf("not ECSV, which begins with %q", ecsvMagic)}
	}
	for len(rest) > 0 {
		line, after, _ := bytes.Cut(rest, []byte("\n"))
		line = bytes.TrimSuffix(line, []byte("\r"))
		if !bytes.HasPrefix(line, []byte("#")) {
			return text, line, after, nil
		}
		text = append(append(text, bytes.TrimPrefix(line[1:], []byte(" "))...), '\n')
		rest = after
	}
	return nil, nil, nil, &format.Error{File: src.Name, Cause: "truncated: no header after the lines that begin with #"}
}

// An ecsvHeader has the contents of the first lines.
type ecsvHeader struct {
	Delimiter string
	Datatype  []struct {
		Name, Datatype string
		Unit           yaml.Node
	}
	Meta yaml.Node
}

// parseECSVHead reads the YAML. cause says what is wrong with it.
func parseECSVHead(text []byte) (h ecsvHeader, cause string) {
	if _, after, ok := bytes.Cut(text, []byte("\n")); ok { // %ECSV 1.0
		text = append([]byte("\n"), after...) // lines keep their numbers
	}
	if err := yaml.Unmarshal(text, &h); err != nil {
		return h, "the YAML of the first lines: " + strings.ReplaceAll(strings.TrimPrefix(err.Error(), "yaml: "), "\n", " ")
	}
	switch h.Delimiter {
	case "":
		h.Delimiter = " "
	case " ", ",":
	default:
		return h, fmt.Sprintf("the delimiter is %q: ECSV has a space or a comma", infile.Shorten(h.Delimiter))
	}
	return h, ""
}

// check returns the reason why the columns of the text differ from the columns of the YAML.
func (h *ecsvHeader) check(header []byte) (cause string) {
	fields, cause := infile.SplitRecord(nil, header, h.Delimiter[0])
	if cause != "" {
		return cause
	}
	names := infile.Names(fields)
	said := h.names()
	if !slices.Equal(names, said) {
		return fmt.Sprintf("the header has the columns %s, the YAML before it %s", infile.List(names), infile.List(said))
	}
	return ""
}

// unitOf returns a function that returns the name and the unit of a kind of column.
func (h *ecsvHeader) unitOf(l *format.FileColumns) func(kind int) (name, unit string) {
	return func(kind int) (name, unit string) {
		if at := l.At[kind]; at >= 0 {
			return h.Datatype[at].Name, scalar(&h.Datatype[at].Unit, "unit")
		}
		return "", ""
	}
}

// names returns the names of the columns.
func (h *ecsvHeader) names() []string {
	var names []string
	for _, c := range h.Datatype {
		names = append(names, c.Name)
	}
	return names
}

// units returns the units of columns, and sets o's zone where the scale of times is UTC. rows serve the advice about wrong
// names.
func (h *ecsvHeader) units(o *format.Options, rows []byte) (u format.Units, cause string) {
	l, taken, cause := o.FindTyped(h.names())
	if cause != "" {
		return u, o.Mended(cause, h.names(), h.glanceAt(rows))
	}
	own := *o
	own.TakeDegrees(&l, &taken)
	u, cause = format.UnitsOf(&own, h.unitOf(&l))
	if cause != "" {
		return u, cause
	}
	times := &h.Datatype[l.At[format.ColT]]
	scale := h.scaleOf(times.Name)
	switch text := times.Datatype == "string"; {
	case scale == "" || scale == "UTC":
		if zone, err := localtime.ParseZone("UTC"); err == nil && text && scale == "UTC" && !o.Times.Zone.Known() {
			o.Times.Zone = zone
		}
	case text:
		return u, fmt.Sprintf("column %s has dates in the scale %s, not UTC: write numbers, such as days", times.Name, infile.Shorten(scale))
	default:
		u.Scale = scale
	}
	return u, ""
}

// scaleOf returns the scale of the times of a column, "" where it is not known.
func (h *ecsvHeader) scaleOf(name string) string {
	return strings.ToUpper(scalar(value(value(serialized(&h.Meta), name), "scale"), ""))
}

// serialized returns astropy's metadata of columns that are objects, by their names.
func serialized(meta *yaml.Node) *yaml.Node {
	const key = "__serialized_columns__"
	if meta.Kind == yaml.SequenceNode { // !!omap
		for _, item := range meta.Content {
			if found := value(item, key); found != nil {
				return found
			}
		}
	}
	return value(meta, key)
}

// value returns the value of a key, nil where there is none.
func value(node *yaml.Node, key string) *yaml.Node {
	if node == nil || node.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(node.Content); i += 2 {
		if node.Content[i].Value == key {
			return node.Content[i+1]
		}
	}
	return nil
}

// scalar returns the text of a node, or of a key of it.
func scalar(node *yaml.Node, key string) string {
	if node == nil {
		return ""
	}
	if node.Kind == yaml.ScalarNode {
		return node.Value
	}
	if of := value(node, key); of != nil && of.Kind == yaml.ScalarNode {
		return of.Value
	}
	return ""
}

// glanceAt is format.GlanceAt for the rows behind the header, with units, and without times whose scale the header has.
func (h *ecsvHeader) glanceAt(rows []byte) format.GlanceFunc {
	of := format.GlanceAt(rows, h.Delimiter[0])
	return func(column int) format.Glance {
		if h.scaleOf(h.Datatype[column].Name) != "" {
			return format.Glance{Timed: true}
		}
		g := of(column)
		g.Unit = scalar(&h.Datatype[column].Unit, "unit")
		return g
	}
}
