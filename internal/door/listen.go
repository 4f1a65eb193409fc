package door

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
)

// ErrOpen is the error of an address that others can reach where clients need no token.
var ErrOpen = errors.New("an address off loopback needs tokens")

// Listen listens on an address, HOST:PORT, for Connections at a time; port 0 takes a free one. The error is an ErrOpen where others can reach
// the address and c has no tokens: Listen has not listened then.
func (c Config) Listen(ctx context.Context, address string) (net.Listener, error) {
	at, err := net.ResolveTCPAddr("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("door: listen on %s: %w", address, err)
	}
	if c.Tokens == nil && !Loopback(at) {
		return nil, fmt.Errorf("door: listen on %s: %w", address, ErrOpen)
	}
	network := "tcp"
	if at.IP.To4() != nil {
		network = "tcp4" // 0.0.0.0 would be all addresses of IPv6, too
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, network, at.String()) // the address that was checked, whatever the name leads to now
	if err != nil {
		return nil, fmt.Errorf("door: listen on %s: %w", address, causeOf(err))
	}
	return LimitConnections(l, c.connections()), nil
}

// causeOf returns the error about an address, without the address and the call.
func causeOf(err error) error {
	if op := (*net.OpError)(nil); errors.As(err, &op) {
		err = op.Err
	}
	if call := (*os.SyscallError)(nil); errors.As(err, &call) {
		err = call.Err
	}
	return err
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
