//go:build !unix

package door

import (
	"context"
	"errors"
	"net"
	"syscall"
)

// bind makes a socket. Who may open it is as the folder says.
func bind(ctx context.Context, path string) (net.Listener, error) {
	return (&net.ListenConfig{}).Listen(ctx, "unix", path)
}

// lock locks nothing where folders cannot be locked.
func lock(context.Context, string) (unlock func()) { return func() {} }

// wsaeConnRefused is Windows' number of ECONNREFUSED.
const wsaeConnRefused = syscall.Errno(10061)

// isRefused reports whether nobody listens at an address that is there.
func isRefused(err error) bool { return errors.Is(err, wsaeConnRefused) }
