package points

// Pairs is a chunk of pairs in columns of the same length. A pair is a lower and a higher row in a self-join,
// a query's row and a point's row in a join. The chunks of a result, one after the other, are ordered by
// first row, then second.
type Pairs struct {
	First, Second []uint32
	Distances     []float64 // nil where they were not asked for
}

// Len returns the number of pairs.
func (p Pairs) Len() int { return len(p.First) }

// Table has the neighbours of each row: the neighbours of row i are Rows[Offsets[i]:Offsets[i+1]], in order.
type Table struct {
	Offsets []uint64 // [rows+1]
	Rows    []uint32
}

// Of returns the neighbours of a row. They are shared.
func (t Table) Of(row int) []uint32 { return t.Rows[t.Offsets[row]:t.Offsets[row+1]] }

// Nearest has the nearest points of each query, Each of them: Rows[i*Each:(i+1)*Each] for query i, the
// nearest first and of equal distances the lower row.
type Nearest struct {
	Each int
	Rows []uint32
}

// Of returns the rows of the points nearest to a query. They are shared.
func (n Nearest) Of(query int) []uint32 { return n.Rows[query*n.Each : (query+1)*n.Each] }
