package memory

// Usage returns how many bytes of memory the process uses: the parts of Go's heap with
// values or garbage, and the memory of other code in the process, where the system
// tells.
func Usage() uint64 {
	h := readHeap()
	return max(less(h.mapped(), h.free), less(Resident(), h.free))
}
