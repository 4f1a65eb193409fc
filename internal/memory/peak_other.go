//go:build !unix

package memory

// Peak returns the most memory that the process has held so far, in bytes: here only the
// memory that the runtime has mapped is known.
func Peak() uint64 { return readHeap().total }
