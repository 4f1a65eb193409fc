package memory

// Held returns how many bytes of memory the process uses: the parts of Go's heap with
// values or garbage, and the memory of other code in the process, where the system
// tells.
func Held() uint64 {
	h := readHeap()
	return max(less(h.held(), h.free), less(Resident(), h.free))
}
