//go:build !linux

package memory

// Resident is how many bytes of memory the process holds: no more is known here than what
// the runtime has of them.
func Resident() uint64 { return readHeap().held() }

// residentFiles is how many of them are of files; 0 where that cannot be read.
func residentFiles() uint64 { return 0 }
