package door

import (
	"context"
	"errors"
	"fmt"
	"net"
)

// ErrOpen says that an address can be reached by others, and that clients need no token.
var ErrOpen = errors.New("an address off loopback needs tokens")

// Listen listens on an address, HOST:PORT, for Connections at a time; port 0 takes a free one. The error is an ErrOpen where others can reach the address and
// c has no tokens: nothing was listened on then.
func (c Config) Listen(ctx context.Context, address string) (net.Listener, error) {
	at, err := net.ResolveTCPAddr("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("door: listen on %s: %w", address, err)
	}
	if c.Tokens == nil && !Loopback(at) {
		return nil, fmt.Errorf("door: listen on %s: %w", address, ErrOpen)
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", at.String()) // where the name led when it was looked at
	if err != nil {
		return nil, fmt.Errorf("door: %w", err)
	}
	return LimitConnections(l, c.connections()), nil
}

// Loopback reports whether an address can be reached from this machine alone.
func Loopback(a net.Addr) bool {
	switch a := a.(type) {
	case *net.UnixAddr:
		return true
	case *net.TCPAddr:
		return a.IP.IsLoopback()
	}
	return false
}
