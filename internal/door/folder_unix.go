//go:build unix

package door

import (
	"context"
	"errors"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// isRefused reports whether an address exists and nobody listens there.
func isRefused(err error) bool { return errors.Is(err, syscall.ECONNREFUSED) }

// Times of waiting for a folder.
const (
	lockPause = 5 * time.Millisecond
	lockTries = 400
)

// lock keeps other servers from making a socket in a folder until unlock is called: of two that find a dead socket at once the second would
// remove the first's new one, which looks dead until it is listened on. A server holds the lock for some milliseconds; a process that holds
// it longer is no server, and is not waited for.
func lock(ctx context.Context, folder string) (unlock func()) {
	f, err := os.Open(folder)
	if err != nil {
		return func() {}
	}
	for range lockTries {
		if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != unix.EWOULDBLOCK || ctx.Err() != nil {
			break
		}
		time.Sleep(lockPause)
	}
	return func() { f.Close() } //nolint:errcheck // no error: the folder was only locked
}
