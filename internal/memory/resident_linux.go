package memory

import (
	"os"
	"strings"
)

// Resident returns how many bytes of memory the process holds; 0 where that cannot be
// read.
func Resident() uint64 { return pagesHeld(1) }

// residentFiles returns how many of these bytes are of files: code and shared memory.
func residentFiles() uint64 { return pagesHeld(2) }

// Absent returns how many bytes of the program are not in memory yet, and will be as it
// runs on.
func Absent() uint64 {
	program, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return 0
	}
	return system{files: os.DirFS("/"), page: uint64(os.Getpagesize())}.absent(program)
}

// pagesHeld returns a field of /proc/self/statm in bytes; 0 where that cannot be read.
func pagesHeld(field int) uint64 {
	fields := strings.Fields(system{files: os.DirFS("/")}.read("proc/self/statm"))
	if len(fields) <= field {
		return 0
	}
	n, _ := number(fields[field])
	return n * uint64(os.Getpagesize())
}
