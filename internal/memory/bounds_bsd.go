//go:build darwin || freebsd

package memory

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// bounds is the machine's memory. What other processes use of it counts as free,
// since the system can swap that out.
func bounds() []bound {
	name := "hw.physmem"
	if runtime.GOOS == "darwin" {
		name = "hw.memsize"
	}
	size, err := unix.SysctlUint64(name)
	if err != nil {
		return nil
	}
	h := readHeap()
	return []bound{newBound("the machine", size, h.held(), h.free)}
}
