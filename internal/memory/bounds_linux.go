package memory

import (
	"os"

	"golang.org/x/sys/unix"
)

// bounds returns all limits of memory.
func bounds() []bound {
	s := system{os.DirFS("/"), readHeap(), uint64(os.Getpagesize())}
	return append(s.bounds(), s.limited(limit(unix.RLIMIT_AS), limit(unix.RLIMIT_DATA))...)
}

// limit returns a limit of the process, none if there is none.
func limit(of int) uint64 {
	var l unix.Rlimit
	if unix.Getrlimit(of, &l) != nil {
		return none
	}
	return l.Cur
}
