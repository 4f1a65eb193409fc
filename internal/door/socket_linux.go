package door

import (
	"context"
	"net"
	"syscall"

	"golang.org/x/sys/unix"
)

// bind makes a socket that only the user may open. Linux gives the file the mode that the socket has before it is bound.
func bind(ctx context.Context, path string) (net.Listener, error) {
	c := net.ListenConfig{Control: func(_, _ string, raw syscall.RawConn) error {
		var failed error
		err := raw.Control(func(fd uintptr) { failed = unix.Fchmod(int(fd), 0o600) })
		if err == nil {
			err = failed
		}
		return err
	}}
	return c.Listen(ctx, "unix", path)
}
