//go:build linux || darwin || freebsd

package spill

import (
	"math"

	"golang.org/x/sys/unix"
)

// free returns how many bytes of a folder's file system are free for this user, the most
// there may be where the system does not tell.
func free(folder string) uint64 {
	var s unix.Statfs_t
	if unix.Statfs(folder, &s) != nil {
		return math.MaxUint64
	}
	return uint64(max(0, int64(s.Bavail))) * uint64(s.Bsize) // less than 0 where only root may write
}
