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

// isRefused reports whether nobody listens at an address that is there.
func isRefused(err error) bool { return errors.Is(err, syscall.ECONNREFUSED) }

// Times of waiting for a folder.
const (
	lockPause = 5 * time.Millisecond
	lockTries = 400
)

// lock has no other server make a socket in a folder until unlock is called: of two that find a dead socket at once the second would remove what the
// first has made, which looks dead until it is listened on. A server has a folder for some milliseconds; whoever holds it longer is none, and is not waited for.
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
	return func() { f.Close() } //nolint:errcheck // it was only locked
}
