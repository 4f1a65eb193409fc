//go:build darwin || freebsd

package memory

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// bounds returns the machine's memory. Memory of other processes counts as free,
// since the system can swap it out.
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
	return []bound{newBound("the machine", size, h.mapped(), h.free)}
}
