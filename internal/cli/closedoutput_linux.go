package cli

import (
	"golang.org/x/sys/unix"
)

// A handle is an open file behind a descriptor, as far as it tells where it comes
// from.
type handle struct {
	null  bool // it is /dev/null
	flags int  // it was opened with these
}

// OutputClosedAtStart reports whether standard output was closed when the process began. Go
// has opened /dev/null in its place by now, for reading and writing, and another for
// each descriptor that was closed. Hardly any other program hands on /dev/null like this: shells, Go
// and Rust open it for writing, a daemon shares one handle among its descriptors, as Python
// does to drop two of them, and Node opens one for each. Python or Node dropping standard
// output alone cannot be told from a closed one, and counts as closed: an answer lost by
// mistake is worse than a complaint, which only commands make that would print an answer.
func OutputClosedAtStart() bool {
	in, out, err := lookAtHandle(0), lookAtHandle(1), lookAtHandle(2)
	if !out.substitute() || shared(out) {
		return false
	}
	ignored := in.null && in.flags&unix.O_ACCMODE == unix.O_RDONLY && err.substitute()
	return !ignored
}

// lookAtHandle looks at a descriptor. One that cannot be looked at is not /dev/null.
func lookAtHandle(fd int) handle {
	var info unix.Stat_t
	flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0)
	if err != nil || unix.Fstat(fd, &info) != nil {
		return handle{}
	}
	null := info.Mode&unix.S_IFMT == unix.S_IFCHR && unix.Major(uint64(info.Rdev)) == 1 && unix.Minor(uint64(info.Rdev)) == 3
	return handle{null, flags}
}

// substitute reports whether a file is one that Go would have opened.
func (h handle) substitute() bool {
	return h.null && h.flags&(unix.O_ACCMODE|unix.O_APPEND) == unix.O_RDWR
}

// shared reports whether standard input or standard error is the very file that is
// open as standard output: a flag set of one appears at the other then. O_APPEND means
// nothing to /dev/null.
func shared(out handle) bool {
	before := [...]handle{lookAtHandle(0), lookAtHandle(2)}
	if _, err := unix.FcntlInt(1, unix.F_SETFL, out.flags|unix.O_APPEND); err != nil {
		return true // who knows
	}
	after := [...]handle{lookAtHandle(0), lookAtHandle(2)}
	_, err := unix.FcntlInt(1, unix.F_SETFL, out.flags)
	return before != after || err != nil
}
