package memory

import "os"

// Peak returns the most memory that the process has held so far, in bytes; 0 where that
// cannot be read.
func Peak() uint64 {
	n, _ := field(system{files: os.DirFS("/")}.read("proc/self/status"), "VmHWM:")
	return n
}
