package door

import (
	"errors"
	"net"
	"os"
	"sync"
	"time"
)

// LimitConnections accepts at most n connections at a time; the rest wait in the system's queue.
func LimitConnections(l net.Listener, n int) net.Listener {
	return &limited{Listener: l, places: make(chan struct{}, n), closed: make(chan struct{})}
}

// limited is a listener with a number of places.
type limited struct {
	net.Listener
	places chan struct{} // one token for each connection
	closed chan struct{}
	once   sync.Once
}

// Accept waits for a place, and then for a connection.
func (l *limited) Accept() (net.Conn, error) {
	select {
	case <-l.closed:
		return nil, net.ErrClosed
	default:
	}
	select {
	case l.places <- struct{}{}:
	case <-l.closed:
		return nil, net.ErrClosed
	}
	c, err := l.Listener.Accept()
	if err != nil {
		<-l.places
		return nil, err
	}
	return &conn{Conn: c, leave: sync.OnceFunc(func() { <-l.places })}, nil
}

// Close closes the listener. Connections stay.
func (l *limited) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

// conn is a connection that occupies a place.
type conn struct {
	net.Conn
	leave func()
}

// Close frees the place.
func (c *conn) Close() error {
	defer c.leave()
	return c.Conn.Close()
}

// CloseWrite tells the client that no more bytes come, while it may still send: a server that closed at once would make the system drop bytes
// that the client has not read.
func (c *conn) CloseWrite() error {
	if w, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return w.CloseWrite()
	}
	return c.Close()
}

// Write goes on after a deadline, for stall at a time, where the client took some of the bytes: it is slow, and not gone.
func (c *conn) Write(p []byte) (n int, err error) {
	for {
		k, err := c.Conn.Write(p[n:])
		n += k
		if k == 0 || !errors.Is(err, os.ErrDeadlineExceeded) {
			return n, err
		}
		if err := c.Conn.SetWriteDeadline(time.Now().Add(stall)); err != nil {
			return n, err
		}
	}
}
