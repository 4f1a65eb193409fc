package door

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
)

// ErrLive is the error of a socket at which another server answers.
var ErrLive = errors.New("a server answers there")

// ListenSocket listens on a socket of the file system, which only the user may open from the moment that it exists, for Connections at a
// time. A socket left by a killed server is replaced; the error is an ErrLive where a server answers. Closing the listener removes the
// socket.
func (c Config) ListenSocket(ctx context.Context, path string) (net.Listener, error) {
	l, err := listenSocket(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("door: listen on socket %s: %w", path, err)
	}
	return LimitConnections(l, c.connections()), nil
}

// listenSocket is ListenSocket without a limit on connections.
func listenSocket(ctx context.Context, path string) (net.Listener, error) {
	if path == "" {
		return nil, errors.New("the path is empty") // Linux would choose a name
	}
	if strings.HasPrefix(path, "@") {
		path = "./" + path // without ./ the name would be no file, and open to everybody
	}
	defer lock(ctx, filepath.Dir(path))()
	if err := vacate(ctx, path); err != nil {
		return nil, err
	}
	l, err := bind(ctx, path)
	if err != nil {
		return nil, err
	}
	u := l.(*net.UnixListener)
	u.SetUnlinkOnClose(false)
	info, err := os.Lstat(path)
	if err != nil {
		u.Close() //nolint:errcheck // the first error counts
		return nil, err
	}
	return &socket{u, path, info}, nil
}

// vacate removes a socket on which nobody listens.
func vacate(ctx context.Context, path string) error {
	err := dead(ctx, path)
	if err == nil {
		err = os.Remove(path)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// dead returns nil for a socket on which nobody listens. Otherwise the error says why the path may not be used.
func dead(ctx context.Context, path string) error {
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	if info.Mode().Type() != fs.ModeSocket {
		return errors.New("the file there is no socket")
	}
	c, err := (&net.Dialer{}).DialContext(ctx, "unix", path)
	if err == nil {
		c.Close() //nolint:errcheck // no error: nothing was written
		return ErrLive
	}
	if isRefused(err) {
		return nil
	}
	return err
}

// socket is a listener that removes its socket file, unless another socket has taken its place.
type socket struct {
	*net.UnixListener
	path string
	info fs.FileInfo
}

// Close removes the socket file and closes the listener.
func (s *socket) Close() error {
	var err error
	if now, lost := os.Lstat(s.path); lost == nil && os.SameFile(now, s.info) {
		err = os.Remove(s.path)
	}
	return errors.Join(err, s.UnixListener.Close())
}
