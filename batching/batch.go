package batching

// Batch is the query segments [First, Last) in order of t_start.
type Batch struct{ First, Last int }

// Len is the number of query segments in b, the paper's numSegments.
func (b Batch) Len() int { return b.Last - b.First }
