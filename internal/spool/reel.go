package spool

import (
	"fmt"
	"io"
	"slices"

	"flyby/internal/radix"
	"flyby/internal/spill"
)

// A reel is segments in the order of their starts, equal starts in the order in which the pass
// made them. A trajectory's segments in one reel come before its segments in the next.
type reel struct {
	pages  []page
	rows   int
	sample int
	starts []float64 // start of every sample-th segment
	ends   []float64 // every sample-th end in the order of ends
}

// bytes returns the memory of the reel.
func (r *reel) bytes() uint64 {
	return uint64(len(r.pages))*pageBytes + 8*uint64(len(r.starts)+len(r.ends))
}

// startedBefore returns bounds of the number of segments that start before t.
func (r *reel) startedBefore(t float64) (least, most uint64) { return r.before(r.starts, t) }

// endedBefore returns bounds of the number of segments that end before t.
func (r *reel) endedBefore(t float64) (least, most uint64) { return r.before(r.ends, t) }

// before returns bounds of the number of values of the reel less than t; samples has every
// sample-th value in order, the first included.
func (r *reel) before(samples []float64, t float64) (least, most uint64) {
	k, _ := slices.BinarySearch(samples, t)
	if k == 0 {
		return 0, 0
	}
	return uint64((k-1)*r.sample + 1), uint64(min(k*r.sample, r.rows))
}

// reels are made one after the other.
type reels struct {
	folder *spill.Folder
	grain  grain
	file   *spill.File
	memory *memoryFile // in place of file, where all segments fit one buffer
	reels  []reel
	pager  *pager
	index  []uint32
	ends   []float64
}

// memoryFile is bytes that are written and read like a file.
type memoryFile struct{ bytes []byte }

func (m *memoryFile) Write(b []byte) (int, error) {
	m.bytes = append(m.bytes, b...)
	return len(b), nil
}

func (m *memoryFile) ReadAt(b []byte, at int64) (int, error) {
	n := copy(b, m.bytes[at:])
	if n < len(b) {
		return n, io.ErrUnexpectedEOF
	}
	return n, nil
}

// pages returns the reader of pages.
func (r *reels) pages() io.ReaderAt {
	if r.file == nil {
		return r.memory
	}
	return r.file
}

// begin makes the file before the first reel is written, if the folder has room for all reels, as
// estimated by the part of the file that is read.
func (r *reels) begin(p *pass) (err error) {
	if r.file != nil {
		return nil
	}
	if done, total := p.done.Load(), p.total.Load(); done > 0 && total > done {
		made, width := p.builder.Report(), float64(widthOf(p.box.space))
		begun := float64(made.Gaps) + float64(p.known)
		bytes := (float64(float64(made.Segments)*(16+float64(8*width))) + float64(begun*8*width)) * (float64(total) / float64(done))
		if err := r.folder.Need("the segments of "+p.name, uint64(bytes)); err != nil {
			return err
		}
	}
	r.file, err = r.folder.Create()
	return err
}

// last makes the last reel. It stays in memory if it is the first as well.
func (r *reels) last(b *buffer) error {
	if r.file == nil {
		r.memory = &memoryFile{make([]byte, 0, len(b.start)*rowBytes(b.dim))}
	}
	return r.write(b)
}

// write makes a reel of a buffer.
func (r *reels) write(b *buffer) error {
	if len(b.start) == 0 {
		return nil
	}
	var out io.Writer = r.file
	if r.file == nil {
		out = r.memory
	}
	if r.pager == nil {
		r.pager = newPager(b.dim, r.grain.page)
	}
	r.index = b.order(r.index)
	made := reel{rows: len(b.start), sample: r.grain.sampleOf(b.most)}
	r.ends = r.ends[:0]
	for i := 0; i < len(b.start); i += made.sample {
		made.starts = append(made.starts, b.start[r.index[i]])
	}
	r.ends = slices.Grow(r.ends, len(b.start))
	for row := range b.start {
		r.ends = append(r.ends, b.rest[row*(1+2*b.dim)])
	}
	if !slices.IsSorted(r.ends) {
		radix.Floats(r.ends)
	}
	for i := 0; i < len(r.ends); i += made.sample {
		made.ends = append(made.ends, r.ends[i])
	}
	at := int64(0)
	if n := len(r.reels); n > 0 {
		at = r.reels[n-1].end()
	}
	size := r.grain.pageOf(b.most)
	for first := 0; first < len(r.index); first += size {
		rows := r.index[first:min(first+size, len(r.index))]
		p, text := r.pager.page(b, rows)
		if p.at = at; len(text) > 0 {
			if _, err := out.Write(text); err != nil {
				return fmt.Errorf("spool: %w", err)
			}
		}
		at += int64(len(text))
		made.pages = append(made.pages, p)
	}
	r.reels = append(r.reels, made)
	return nil
}

// end returns the offset after the last page.
func (r *reel) end() int64 {
	p := &r.pages[len(r.pages)-1]
	return p.at + p.bytes()
}

// close frees the file.
func (r *reels) close() {
	if r.file != nil {
		r.file.Close() //nolint:errcheck // its content is of no use any more
	}
}
