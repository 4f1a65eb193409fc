// Package ecsv reads tables of astropy as batches: CSV behind a header in YAML that has the types and units of columns. See astropy's APE 6.
package ecsv

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"flyby/internal/codec"
	"flyby/internal/codec/csv"
	"flyby/internal/infile"
	"flyby/trajectory"
)

// magic is the text at the beginning.
const magic = "# %ECSV "

// Open is a codec.OpenFunc.
func Open(_ context.Context, src *infile.Source, _ int) (codec.Reader, error) {
	h, err := ReadHead(src)
	if err != nil {
		return nil, err
	}
	return csv.OpenAs(src, h.Separator, h.Columns)
}

// A Head is what the first lines of a file say, as far as it is needed.
type Head struct {
	Separator string         // one byte
	Columns   []codec.Column // of digits and of text, with their units and the scales of times, in capitals
	Rows      []byte         // the first rows, as far as they are in memory
}

// ReadHead reads the lines that begin with #, and rewinds the source.
func ReadHead(src *infile.Source) (h Head, err error) {
	text, names, rows, err := head(src)
	if err != nil {
		return h, err
	}
	h.Rows = rows
	cause := h.parse(text)
	if cause == "" {
		cause = h.check(names)
	}
	if cause != "" {
		return h, &infile.Error{File: src.Name, Cause: cause}
	}
	return h, nil
}

// head reads the lines that begin with #, without the #, the line after them, and the first rows, and rewinds the source.
func head(src *infile.Source) (text, names, rows []byte, err error) {
	cut, first := infile.NewSplitter(src, src.Block(), src.Signs), infile.NewBlock(0)
	if err := cut.Begin(first); err != nil && err != io.EOF {
		return nil, nil, nil, err
	}
	cut.PutBack(first)
	rest := first.Text[infile.TextStart(first.Text):]
	switch what := src.Sniff(rest[:min(len(rest), 4096)]); {
	case len(rest) == 0:
		return nil, nil, nil, &infile.Error{File: src.Name, Cause: "empty file", Err: trajectory.ErrEmpty}
	case !bytes.HasPrefix(rest, []byte(magic)) && what != "":
		return nil, nil, nil, &infile.Error{File: src.Name, Cause: "this is " + what}
	case !bytes.HasPrefix(rest, []byte(magic)):
		return nil, nil, nil, &infile.Error{File: src.Name, Line: 1, Cause: fmt.Sprintf("not ECSV, which begins with %q", magic)}
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
	return nil, nil, nil, &infile.Error{File: src.Name, Cause: "truncated: no header after the lines that begin with #"}
}

// parse reads the YAML. cause says what is wrong with it.
func (h *Head) parse(text []byte) (cause string) {
	var y struct {
		Delimiter string
		Datatype  []struct {
			Name, Datatype string
			Unit           yaml.Node
		}
		Meta yaml.Node
	}
	if _, after, ok := bytes.Cut(text, []byte("\n")); ok { // %ECSV 1.0
		text = append([]byte("\n"), after...) // lines keep their numbers
	}
	if err := yaml.Unmarshal(text, &y); err != nil {
		return "the YAML of the first lines: " + strings.ReplaceAll(strings.TrimPrefix(err.Error(), "yaml: "), "\n", " ")
	}
	switch h.Separator = y.Delimiter; h.Separator {
	case "":
		h.Separator = " "
	case " ", ",":
	default:
		return fmt.Sprintf("the delimiter is %q: ECSV has a space or a comma", infile.Shorten(h.Separator))
	}
	for i := range y.Datatype {
		of := &y.Datatype[i]
		scale := scalar(value(value(serialized(&y.Meta), of.Name), "scale"), "")
		h.Columns = append(h.Columns, column(of.Name, of.Datatype, scalar(&of.Unit, "unit"), scale))
	}
	return ""
}

// column returns a column of some datatype. Values that are no numbers are read by the rules of text.
func column(name, datatype, unit, scale string) codec.Column {
	c := codec.Column{Name: name, Kind: codec.Digits, Type: datatype, Unit: unit, Scale: strings.ToUpper(scale), Untyped: true}
	if datatype == "float32" {
		c.Bits = 32
	}
	if is := func(prefix string) bool { return strings.HasPrefix(datatype, prefix) }; !is("int") && !is("uint") && !is("float") {
		c.Kind = codec.Text
	}
	return c
}

// check returns the reason why the columns of the text differ from the columns of the YAML.
func (h *Head) check(header []byte) (cause string) {
	fields, cause := infile.SplitRecord(nil, header, h.Separator[0])
	if cause != "" {
		return cause
	}
	if names, said := infile.Names(fields), codec.NamesOf(h.Columns); !slices.Equal(names, said) {
		return fmt.Sprintf("the header has the columns %s, the YAML before it %s", infile.List(names), infile.List(said))
	}
	return ""
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

// value returns the value of a key, nil for a key that the object lacks.
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
