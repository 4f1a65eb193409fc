package arrow

import (
	"context"
	"encoding/binary"
	"fmt"

	"flyby/internal/infile"
	"flyby/trajectory/format"
)

// checkFooter wants the footer of a file to know as many batches as the stream in it has: what is appended to a file, or left out by its
// footer, would else be read otherwise than by others.
func (r *reader) checkFooter() error {
	const tail = 4 + len(FileMagic)
	end := make([]byte, tail)
	size := r.src.Total
	if _, err := r.src.At.ReadAt(end, max(0, size-int64(tail))); err != nil {
		return r.src.Broken(err)
	}
	length := int64(binary.LittleEndian.Uint32(end))
	if string(end[4:]) != FileMagic || length > size-int64(tail) {
		return r.fail("cut short: it does not end as an Arrow file")
	}
	footer := make([]byte, length)
	if _, err := r.src.At.ReadAt(footer, size-int64(tail)-length); err != nil {
		return r.src.Broken(err)
	}
	r.src.Done.Store(size)
	batches, cause := footerBatches(footer)
	switch {
	case cause != "":
		return r.fail(cause)
	case batches != r.messages.batches:
		return r.fail(fmt.Sprintf("its footer knows %d batches, and %d are there", batches, r.messages.batches))
	}
	return nil
}

// footerBatches is how many batches a footer knows. cause says what is wrong with it.
func footerBatches(footer []byte) (n int, cause string) {
	defer recoverLie(&cause)
	const block = 24
	w := walk{b: footer}
	root := w.tableAt(w.u32(0))
	_, n = root.vector(3, block)
	return n, ""
}

// Estimate is input.EstimateRows: as many rows as fit into the bytes by the types of columns.
func Estimate(src *infile.Source, o *format.Options) (rows uint64, ok bool) {
	own := *o
	r, err := open(context.Background(), src, &own)
	if err != nil {
		return 0, false
	}
	const text = 20 // bytes of one that is not in a dictionary, about
	width := 0
	for i := range r.columns {
		switch c := &r.columns[i]; {
		case c.isText() && c.valueType() == c.typ:
			width += text
		case c.isText():
			width += 4
		default:
			width += 8
		}
	}
	return uint64(src.Total) / uint64(max(1, width)), true
}
