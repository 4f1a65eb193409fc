//go:build !unix

package memory

// Peak is the most memory that the process has held so far, in bytes: no more is known here
// than what the runtime has mapped.
func Peak() uint64 { return readHeap().total }
