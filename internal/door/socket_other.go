//go:build !unix

package door

import (
	"context"
	"errors"
	"net"
	"syscall"
)

// bind makes a socket. The rights of its folder decide who may open it.
func bind(ctx context.Context, path string) (net.Listener, error) {
	return (&net.ListenConfig{}).Listen(ctx, "unix", path)
}

// lock does nothing: folders cannot be locked here.
func lock(context.Context, string) (unlock func()) { return func() {} }

// wsaeConnRefused is Windows' number of ECONNREFUSED.
const wsaeConnRefused = syscall.Errno(10061)

// isRefused reports whether an address exists and nobody listens there.
func isRefused(err error) bool { return errors.Is(err, wsaeConnRefused) }
