package points

// Stats counts the steps of a work.
type Stats struct {
	Pairs      uint64
	Cells      uint64 // cells, boxes or lists that were looked up
	Candidates uint64 // points that the index did not rule out, for each point: pairs compared
	Float64    uint64 // candidates that no filter of lower precision decided
	Exact      uint64 // candidates that exact arithmetic decided
}

// Add adds another work's counts.
func (s *Stats) Add(o Stats) {
	s.Pairs += o.Pairs
	s.Cells += o.Cells
	s.Candidates += o.Candidates
	s.Float64 += o.Float64
	s.Exact += o.Exact
}
