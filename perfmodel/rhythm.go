package perfmodel

// rhythm is the number of query segments that begin together where data is synchronous, 1 where it is not. A
// batch that ends with a step of time has fewer candidates than one that takes a few query segments of the next
// step, and all entry segments that these meet. It is the length of the run of equal starts about the middle of
// Q; where others differ, batches of a multiple of it are as good as any.
func (w *Workload) rhythm() int {
	start, middle := w.profile.Start, w.Queries()/2
	if len(start) == 0 {
		return 1
	}
	first, last := middle, middle+1
	for first > 0 && start[first-1] == start[middle] {
		first--
	}
	for last < len(start) && start[last] == start[middle] {
		last++
	}
	return last - first
}
