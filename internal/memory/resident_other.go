//go:build !linux

package memory

import "os"

// Resident returns how many bytes of memory the process holds: here only the runtime's are known.
func Resident() uint64 { return readHeap().mapped() }

// residentFiles returns how many of these bytes are of files; 0 where that cannot be read.
func residentFiles() uint64 { return 0 }

// Absent returns how many bytes of the program Resident does not count: its whole file, 0 where that cannot be
// found.
func Absent() uint64 {
	name, err := os.Executable()
	if err != nil {
		return 0
	}
	file, err := os.Stat(name)
	if err != nil {
		return 0
	}
	return uint64(file.Size())
}
