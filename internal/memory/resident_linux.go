package memory

import (
	"os"
	"strings"
)

// Resident is how many bytes of memory the process holds; 0 where that cannot be read.
func Resident() uint64 {
	pages := strings.Fields(system{files: os.DirFS("/")}.read("proc/self/statm"))
	if len(pages) < 2 {
		return 0
	}
	n, _ := number(pages[1])
	return n * uint64(os.Getpagesize())
}
