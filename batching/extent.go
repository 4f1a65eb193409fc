package batching

// Extent is the temporal extent of a non-empty batch: from the first t_start
// to the latest t_end.
func (p Profile) Extent(b Batch) (start, end float64) {
	return p.Start[b.First], p.reach(b)
}
