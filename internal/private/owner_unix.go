//go:build unix

package private

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// foreign refuses a file or folder of another user.
func foreign(path string, info fs.FileInfo) error {
	owner := info.Sys().(*syscall.Stat_t).Uid
	if user := os.Geteuid(); int64(owner) != int64(user) {
		return &ExposedError{path, fmt.Sprintf("belongs to user %d, not to %d", owner, user)}
	}
	return nil
}

// writable reports whether the group or others may write a file. The mask of an
// access control list is in the group's bits.
func writable(info fs.FileInfo) bool { return info.Mode().Perm()&0o022 != 0 }

// open reports whether the group or others have any right in a folder.
func open(info fs.FileInfo) bool { return info.Mode().Perm()&0o077 != 0 }

// ofRoot reports whether the file is root's.
func ofRoot(info fs.FileInfo) bool { return info.Sys().(*syscall.Stat_t).Uid == 0 }

// openToAll reports whether any user has a right, or the group any but reading.
func openToAll(info fs.FileInfo) bool { return info.Mode().Perm()&0o037 != 0 }
