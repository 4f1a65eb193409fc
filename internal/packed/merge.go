package packed

import (
	"context"
	"errors"
	"fmt"
	"iter"
)

// chunkRows is the number of rows that a merge yields at a time.
const chunkRows = 1 << 14

// MergeBytes is the memory that merging takes for each strand, at most: a block at hand and the one
// after it, each in columns, in planes and packed.
func (k Kind) MergeBytes() int { return 2 * 3 * blockRows * (k.RowBytes() + 1) }

// Merged yields the rows of all strands as one strand: a chunk at a time, whose memory is used for the
// next. At most most strands, but 2, are merged at once; where there are more, groups of
// them are merged to fewer strands first. An error of the folder, or that of ctx, ends it.
func (s *Strands) Merged(ctx context.Context, most int) iter.Seq2[*Rows, error] {
	return func(yield func(*Rows, error) bool) {
		err := s.End()
		for most = max(most, 2); err == nil && len(s.all) > most; {
			err = s.round(ctx, most)
		}
		if err == nil {
			err = s.merge(ctx, s.all, func(r *Rows) error {
				if !yield(r, nil) {
					return errStopped
				}
				return nil
			})
		}
		if err != nil && !errors.Is(err, errStopped) {
			yield(nil, err)
		}
	}
}

// errStopped is the error of a receiver that wants no more.
var errStopped = errors.New("packed: enough")

// round merges groups of strands that follow one another, in a file of their own.
func (s *Strands) round(ctx context.Context, most int) error {
	size := min(most, (len(s.all)+most-1)/most)
	fewer, err := NewStrands(s.folder, s.kind, s.threads)
	if err != nil {
		return err
	}
	for first := 0; first < len(s.all) && err == nil; first += size {
		if err = fewer.Begin(); err == nil {
			err = s.merge(ctx, s.all[first:min(first+size, len(s.all))], fewer.Add)
		}
	}
	if err = errors.Join(err, fewer.End()); err != nil {
		return errors.Join(err, fewer.Close())
	}
	old := *s
	s.file, s.packer, s.all, s.idle = fewer.file, fewer.packer, fewer.all, nil
	return errors.Join(old.packer.close(), old.file.Close())
}

// merge hands the rows of some strands on as those of one, in chunks.
func (s *Strands) merge(ctx context.Context, strands [][]section, give func(*Rows) error) (err error) {
	m := &merger{kind: s.kind, give: give}
	defer func() {
		for _, c := range m.all {
			c.wait()
		}
	}()
	for i, blocks := range strands {
		c := &cursor{strands: s, blocks: blocks, number: i}
		c.prefetch()
		m.all = append(m.all, c)
	}
	for _, c := range m.all {
		more, err := c.next()
		if err != nil {
			return err
		}
		if more {
			m.push(c)
		}
	}
	for len(m.heap) > 0 {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("packed: merge: %w", err)
		}
		if err := m.step(); err != nil {
			return err
		}
	}
	return m.flush(true)
}

// merger merges strands to one.
type merger struct {
	kind Kind
	all  []*cursor
	heap []*cursor // that have rows left, the one with the first row on top
	out  Rows      // what is merged and not given yet
	give func(*Rows) error
}

// step takes the rows of the first cursor up to the first row of another, or to the end of its
// block.
func (m *merger) step() error {
	c := m.heap[0]
	end := c.before(m.second(), min(c.rows().Len(), c.at+chunkRows))
	if end-c.at > chunkRows-m.out.Len() {
		if err := m.flush(false); err != nil {
			return err
		}
		end = min(end, c.at+chunkRows-m.out.Len())
	}
	first := c.at
	if m.kind == Encounters && m.out.extend(c.rows(), first) {
		first++
	}
	m.out.add(m.kind, c.rows(), first, end)
	c.at = end
	more, err := c.next()
	if err != nil {
		return err
	}
	if !more {
		last := len(m.heap) - 1
		m.heap[0] = m.heap[last]
		m.heap = m.heap[:last]
	}
	m.down(0)
	return nil
}

// flush gives what is merged; unless it is all, not the last encounter, which may be joined by more.
func (m *merger) flush(all bool) error {
	n := m.out.Len()
	if m.kind == Hits || all {
		if n == 0 {
			return nil
		}
		err := m.give(&m.out)
		m.out.resize(m.kind, 0)
		return err
	}
	if n < 2 {
		return nil
	}
	given := m.out
	given.resize(m.kind, n-1)
	err := m.give(&given)
	m.out.keep(m.kind, n-1)
	return err
}

// second returns the first cursor but for the top; nil where there is none.
func (m *merger) second() *cursor {
	switch len(m.heap) {
	case 1:
		return nil
	case 2:
		return m.heap[1]
	}
	if m.heap[2].first(m.heap[1]) {
		return m.heap[2]
	}
	return m.heap[1]
}

// push adds a cursor to the heap.
func (m *merger) push(c *cursor) {
	m.heap = append(m.heap, c)
	for i := len(m.heap) - 1; i > 0; {
		up := (i - 1) / 2
		if !m.heap[i].first(m.heap[up]) {
			return
		}
		m.heap[i], m.heap[up] = m.heap[up], m.heap[i]
		i = up
	}
}

// down puts a cursor of the heap in its place.
func (m *merger) down(i int) {
	for {
		least := i
		for below := 2*i + 1; below <= 2*i+2 && below < len(m.heap); below++ {
			if m.heap[below].first(m.heap[least]) {
				least = below
			}
		}
		if least == i {
			return
		}
		m.heap[i], m.heap[least] = m.heap[least], m.heap[i]
		i = least
	}
}
