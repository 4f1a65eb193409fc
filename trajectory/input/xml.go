package input

import (
	"context"

	"flyby/internal/infile"
	"flyby/internal/xmlscan"
	"flyby/trajectory/format"
	"flyby/trajectory/format/fcd"
	"flyby/trajectory/format/votable"
)

// readXML reads floating-car data of SUMO, or a VOTable: the root element tells which.
func readXML(ctx context.Context, src *infile.Source, o *format.Options) (*format.Parsed, error) {
	x := xmlscan.Reader{Context: ctx, Source: src, Line: 1}
	if err := x.Start(); err != nil {
		return nil, err
	}
	root, err := x.Next()
	if err == nil && xmlscan.LocalName(root.Name) == "VOTABLE" {
		return votable.ReadTags(x, o)
	}
	return fcd.ReadTags(x, root, err, o)
}
