package fileset

import (
	"bytes"
	"cmp"

	"flyby/internal/infile"
	"flyby/internal/reading"
	"flyby/trajectory/format"
)

// MarksIn counts all marks of rows in a body, since a stranger's first rows may be longer than the others; none in a format that knows its rows.
func MarksIn(body *infile.Body, o format.Options) (n uint64) {
	f, _ := formatOf(&reading.Options{Options: o}, "-")
	if f.Estimate != nil && f.Mark == "" {
		return 0
	}
	mark := cmp.Or(f.Mark, "\n")
	block, kept := make([]byte, infile.BlockSize), 0
	for at := int64(0); at < body.Size(); {
		got, err := body.ReadAt(block[kept:], at)
		some := block[:kept+got]
		n += uint64(bytes.Count(some, []byte(mark)))
		if at += int64(got); err != nil {
			break
		}
		kept = copy(block, some[len(some)-min(len(some), len(mark)-1):]) // a mark may begin in these
	}
	return n
}
