package format

import (
	"cmp"
	"fmt"

	"flyby/internal/infile"
	"flyby/internal/memory"
	"flyby/points"
)

// tooMany is the cause of a file with more points than 32 bits count.
const tooMany = "more than 4,294,967,294 points, which no store counts: join them in slabs, ranges of a coordinate that overlap by eps"

// A gathering collects the points of a file in the order of the file.
type gathering struct {
	src     *infile.Source
	options *Options
	columns [][]float64 // [dimensions][points]; nil columns until the first point where a point says its number of coordinates
	ids     idColumn
	points  int
	beside  uint64 // memory of text or of batches while the file is read
	refused error  // the error of Options.Afford, after which points are counted and not kept
}

// each returns the memory of a point in bytes.
func (g *gathering) each() int {
	if g.ids.given {
		return 8*len(g.columns) + idBytes
	}
	return 8 * len(g.columns)
}

// room makes room for the coordinates of more points, or of as many as estimate says the file has where memory suffices, and returns the number of
// points to make room for. Where the caller refuses, it drops all points, and sets g.refused.
func (g *gathering) room(more, estimate int) (int, error) {
	if g.points+more > points.MaxPoints {
		return 0, &Error{File: g.src.Name, Cause: tooMany}
	}
	if g.fits(more) {
		return estimate, nil
	}
	grown := g.growth(infile.Grown(g.points, more, estimate))
	short, refused := memory.Need("points", grown.Bytes), g.options.ask(grown)
	if short != nil || refused != nil {
		estimate = 0
		grown = g.growth(infile.Grown(g.points, more, 0))
		short, refused = memory.Need(fmt.Sprintf("the columns of %d points", grown.Points), grown.Bytes), g.options.ask(grown)
	}
	switch {
	case short != nil:
		return 0, g.src.Outgrown(short)
	case refused != nil:
		g.refused = refused
		g.columns, g.ids = make([][]float64, len(g.columns)), idColumn{given: g.ids.given}
		return 0, nil
	}
	for k := range g.columns {
		g.columns[k] = infile.Reserve(g.columns[k], more, estimate)
	}
	return estimate, nil
}

// fits reports whether there is room for more points.
func (g *gathering) fits(more int) bool {
	return g.refused != nil || g.columns[0] != nil && g.points+more <= cap(g.columns[0])
}

// growth returns the memory that columns take as they grow to some points.
func (g *gathering) growth(to int) Growth {
	return Growth{Points: to, Dimensions: len(g.columns), Bytes: memory.Of(to, g.each()), Freed: memory.Of(cap(g.columns[0]), g.each()) + g.beside}
}

// refusal returns the refusal for all points of the file, once they have been counted; nil where nothing was refused.
func (g *gathering) refusal() error {
	if g.refused == nil {
		return nil
	}
	freed := g.beside + memory.Of(g.points, g.each())
	if g.ids.given {
		freed += memory.Of(g.points, repeatedBytes)
	}
	all := Growth{Points: g.points, Dimensions: len(g.columns), Bytes: freed + memory.Of(infile.Grown(g.points, 0, 0), g.each()), Freed: freed}
	return cmp.Or(g.options.ask(all), g.refused)
}
