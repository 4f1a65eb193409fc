package output

import (
	"io"
	"slices"

	"flyby/internal/outfile"
)

// A GeoJSON file is one object, with a feature for each row on a line of its own: the row's point, and
// its columns as properties, equal to NDJSON's. Features do not depend on each other, so they are made
// in parallel; each begins with the comma that separates it from the feature before, and the first
// loses its comma.
const (
	collectionStart = `{"type":"FeatureCollection","features":[`
	featureStart    = ",\n" + `{"geometry":{"coordinates":[`
	featureMiddle   = `],"type":"Point"},"type":"Feature","properties":{`
	featureEnd      = "}}"
	collectionEnd   = "\n]}\n"
)

// writeGeoJSON writes the columns of content.point as coordinates and the others as properties.
func writeGeoJSON(out *outfile.File, c content, m means) sink {
	point := len(c.point)
	c.columns = slices.Concat(c.point, c.columns)
	out.Write([]byte(collectionStart)) //nolint:errcheck // sticks
	if c.lines != nil {
		return &collection{writeLines(out, c, m), out}
	}
	return &collection{newTextSink(&commaLess{to: out}, c, newTextStyle(c, true, point), m), out}
}

// A collection is the sink of features, which writes the end of the object around them.
type collection struct {
	sink
	out *outfile.File
}

func (c *collection) finish() error {
	if err := c.sink.finish(); err != nil {
		return err
	}
	_, err := c.out.Write([]byte(collectionEnd))
	return err
}

// commaLess is a writer that leaves out the first byte.
type commaLess struct {
	to   io.Writer
	past bool
}

func (w *commaLess) Write(text []byte) (int, error) {
	if w.past || len(text) == 0 {
		return w.to.Write(text)
	}
	w.past = true
	n, err := w.to.Write(text[1:])
	return n + 1, err
}
