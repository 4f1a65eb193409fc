package infile

import (
	"io/fs"
	"syscall"
	"time"
)

// ChangeTime returns when the state of a file changed last: its bytes, its rights, or its names. No program sets it. ok is false where the
// system does not keep it.
func ChangeTime(info fs.FileInfo) (t time.Time, ok bool) {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return t, false
	}
	return time.Unix(s.Ctim.Unix()), true
}
