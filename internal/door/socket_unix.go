//go:build unix && !linux

package door

import (
	"context"
	"net"
	"syscall"
)

// bind makes a socket that only the user may open. The mask is the process's: other files that are made at this moment get as narrow a mode.
func bind(ctx context.Context, path string) (net.Listener, error) {
	defer syscall.Umask(syscall.Umask(0o177))
	return (&net.ListenConfig{}).Listen(ctx, "unix", path)
}
