package format

import (
	"fmt"

	"flyby/internal/infile"
	"flyby/internal/memory"
	"flyby/trajectory/input"
)

// A Growth is memory that a reader is about to take.
type Growth struct {
	Points, Dimensions int    // of all points in the end, as far as the file tells
	Bytes              uint64 // about to be taken
	Freed              uint64 // bytes of these and of earlier growths that will be free again once the points are read
}

// idBytes is the memory of an id in a column of names; an integer takes less.
const idBytes = 16

// afford refuses memory that the machine does not have, or that the caller refuses.
func (o *Options) afford(src *infile.Source, g Growth) error {
	if err := memory.Need(fmt.Sprintf("the columns of %d points", g.Points), g.Bytes); err != nil {
		return src.Outgrown(err)
	}
	return o.ask(g)
}

// ask asks the caller alone, by Options.Afford.
func (o *Options) ask(g Growth) error {
	if o.Afford == nil {
		return nil
	}
	return o.Afford(o.position.whole(g))
}

// filePosition is the place of a file among several, whose columns are appended to the columns of earlier files.
type filePosition struct {
	before int     // number of points of the earlier files
	rest   float64 // size of this and all later files as a multiple of this file's size; 0: this file is the only one
}

// positionAmong returns the place of file at among files, with before points in earlier files.
func positionAmong(files []input.File, at, before int) filePosition {
	if len(files) == 1 {
		return filePosition{}
	}
	var rest int64
	for _, f := range files[at:] {
		rest += f.Size()
	}
	return filePosition{before, float64(rest) / float64(max(files[at].Size(), 1))}
}

// whole turns the growth of a file into the growth of all files: in the end the columns are copied, and columns that grew may have
// spare capacity.
func (a filePosition) whole(g Growth) Growth {
	if a.rest == 0 {
		return g
	}
	each := 8*g.Dimensions + idBytes
	g.Points = a.before + int(float64(g.Points)*a.rest)
	g.Freed += g.Bytes + memory.Of(a.before, each)
	const copied, spare = 5, 2 // quarters: the copy, and the spare capacity before it
	g.Bytes += memory.Of(g.Points, each) / 4 * (copied + spare)
	return g
}
