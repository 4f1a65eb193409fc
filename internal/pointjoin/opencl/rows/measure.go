package rows

import "flyby/internal/clrt"

// rowMeasures is the numbers of pairs of the rows of a work, as the device adds them up.
type rowMeasures struct {
	total   uint64
	longest int      // greatest number of pairs of a row
	groups  []uint64 // of each group: the number of its pairs, and the greatest of a row
	chunk   uint32   // number of rows of a group
}

// measure adds up the pairs of rows, without borderline ones.
func (t *Table) measure(s *Search) (m rowMeasures, err error) {
	first, last := s.Limits()
	groups, chunk := t.dev.Shares(last - first)
	m.chunk, m.groups = chunk, make([]uint64, 2*groups)
	if err := t.dev.Memory.Ensure(&t.measures, 16*groups); err != nil {
		return m, err
	}
	err = measureRows.Launch(t.ordering, clrt.In(groups), &measureArgs{t.counts.Buffer, uint32(first), uint32(last - first), m.chunk, t.measures.Buffer})
	if err != nil {
		return m, err
	}
	if err := clrt.ReadNow(t.dev.Queues, t.measures.Buffer, 0, m.groups); err != nil {
		return m, err
	}
	for g := 0; g < len(m.groups); g += 2 {
		m.total += m.groups[g]
		m.longest = max(m.longest, int(m.groups[g+1]))
	}
	return m, nil
}

// mostMarks is the greatest number of ranges of rows that are sorted one after another.
const mostMarks = 1 << 6

// start has the device compute the start of each row's pairs, for all rows of a work in one
// filling.
func (t *Table) start(s *Search, m rowMeasures) (*filling, error) {
	first, last := s.Limits()
	if err := t.dev.Memory.Ensure(&t.starts, 4*(s.Rows()+1)); err != nil {
		return nil, err
	}
	bases, base := make([]uint32, len(m.groups)/2), uint64(0)
	for g := range bases {
		bases[g] = uint32(base)
		base += m.groups[2*g]
	}
	if err := clrt.Write(t.dev.Queues, t.measures.Buffer, 0, bases); err != nil {
		return nil, err
	}
	err := startRows.Launch(t.ordering, clrt.In(len(bases)), &startArgs{
		t.counts.Buffer, uint32(first), uint32(last - first), m.chunk, t.measures.Buffer, t.starts.Buffer,
	})
	if err != nil {
		return nil, err
	}
	f := &filling{first: first, last: last, longest: m.longest}
	f.marks, err = t.marks(f, m.total)
	return f, err
}

// marks reads the starts of some of the rows.
func (t *Table) marks(f *filling, total uint64) ([]mark, error) {
	rows := f.last - f.first
	n := max(1, min(mostMarks, int(total/uint64(t.dev.Cuts.Pairs)), rows))
	marks, starts := make([]mark, n+1), make([]uint32, n+1)
	for i := range starts {
		marks[i].row = f.first + rows*i/n
		if err := clrt.Read(t.dev.Queues, t.starts.Buffer, 4*marks[i].row, starts[i:i+1]); err != nil {
			return nil, err
		}
	}
	if err := t.dev.Queues.Finish(); err != nil {
		return nil, err
	}
	for i, start := range starts {
		marks[i].start = int(start)
	}
	return marks, nil
}
