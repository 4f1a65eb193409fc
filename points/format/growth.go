package format

import (
	"fmt"

	"flyby/internal/infile"
	"flyby/internal/memory"
	"flyby/trajectory/input"
)

// A Growth is memory that reading is about to take.
type Growth struct {
	Points, Dimensions int    // that there will be in all, as far as the file tells
	Bytes              uint64 // to be taken now
	Freed              uint64 // bytes of these, and of those taken before, that are free again once the points are read
}

// idBytes is what an id takes in a column of names; an integer takes less.
const idBytes = 16

// afford refuses memory that the machine has not got, or that the caller refuses.
func (o *Options) afford(src *infile.Source, g Growth) error {
	if err := memory.Need(fmt.Sprintf("the columns of %d points", g.Points), g.Bytes); err != nil {
		return src.Outgrown(err)
	}
	return o.ask(g)
}

// ask asks the caller alone.
func (o *Options) ask(g Growth) error {
	if o.Afford == nil {
		return nil
	}
	return o.Afford(o.among.whole(g))
}

// among is where a file stands among several, whose columns are appended to those before.
type among struct {
	before int     // points of the files before
	rest   float64 // how many times its size the files from it on have; 0: there is no other
}

// amongFiles is where a file stands that some points come before.
func amongFiles(files []input.File, at, before int) among {
	if len(files) == 1 {
		return among{}
	}
	var rest int64
	for _, f := range files[at:] {
		rest += f.Size()
	}
	return among{before, float64(rest) / float64(max(files[at].Size(), 1))}
}

// whole is a growth of a file as that of all files: in the end there is a copy of all columns, which may have grown beyond what they
// hold.
func (a among) whole(g Growth) Growth {
	if a.rest == 0 {
		return g
	}
	each := 8*g.Dimensions + idBytes
	g.Points = a.before + int(float64(g.Points)*a.rest)
	g.Freed += g.Bytes + memory.Of(a.before, each)
	const copied, spare = 5, 2 // quarters: the copy, and what columns that grow leave empty before
	g.Bytes += memory.Of(g.Points, each) / 4 * (copied + spare)
	return g
}
