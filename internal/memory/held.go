package memory

// Held is how many bytes of memory the process uses: what of Go's heap holds values or
// garbage, and what others in the process took, where the system tells.
func Held() uint64 {
	h := readHeap()
	return max(less(h.held(), h.free), less(Resident(), h.free))
}
