package door

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"os"
	"sync"
	"time"
)

// Bounds of connections without a place: mostStrangers is how many there are at a time, mostWaiting how many of them wait for a place with a request. Where there is one more, the oldest that has
// sent no request for strangerTime is closed.
const (
	mostStrangers = 2000
	mostWaiting   = 1000
	strangerTime  = time.Second
)

// LimitConnections gives places to at most n connections at a time. A connection takes its place with its first request, and keeps it: connections that send no request, or only ask whether the
// server is healthy, take none, and cannot keep others out.
func LimitConnections(l net.Listener, n int) net.Listener {
	return &limited{Listener: l, places: make(chan struct{}, n), closed: make(chan struct{}), room: make(chan struct{}, 1), most: mostStrangers}
}

// limited is a listener with a number of places.
type limited struct {
	net.Listener
	places chan struct{} // one token for each connection with a place
	closed chan struct{}
	once   sync.Once
	room   chan struct{} // of capacity 1: a stranger has become none
	most   int           // of strangers

	mutex     sync.Mutex
	strangers []*conn // without a place, in order of arrival
	waiting   int     // strangers that wait for a place
}

// Accept waits for a connection, and for room among the strangers before.
func (l *limited) Accept() (net.Conn, error) {
	for wait := l.makeRoom(); wait > 0; wait = l.makeRoom() {
		moment := time.NewTimer(wait)
		select {
		case <-l.room:
		case <-moment.C:
		case <-l.closed:
			moment.Stop()
			return nil, net.ErrClosed
		}
		moment.Stop()
	}
	inner, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := &conn{Conn: inner, of: l, since: time.Now()}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.strangers = append(l.strangers, c)
	return c, nil
}

// makeRoom closes the oldest stranger without a request where there are as many as may be. It returns how long that one may stay; 0: there is room.
func (l *limited) makeRoom() time.Duration {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if len(l.strangers) < l.most {
		return 0
	}
	for _, c := range l.strangers {
		if c.waits {
			continue
		}
		if wait := time.Until(c.since.Add(strangerTime)); wait > 0 {
			return wait
		}
		l.remove(c)
		c.Conn.Close() //nolint:errcheck // its reader closes it again
		return 0
	}
	return strangerTime
}

// remove takes a connection out of the strangers. The caller has the mutex.
func (l *limited) remove(c *conn) {
	for i, other := range l.strangers {
		if other == c {
			l.strangers = append(l.strangers[:i:i], l.strangers[i+1:]...)
			break
		}
	}
	select {
	case l.room <- struct{}{}:
	default:
	}
}

// Close closes the listener. Connections stay.
func (l *limited) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

// conn is a connection that may have a place.
type conn struct {
	net.Conn
	of    *limited
	since time.Time

	waits, placed, left bool // under the mutex of its listener, as its requests of HTTP/2 come at the same time
	entering            sync.Mutex
}

// connKey is the key of a conn in the context of its requests.
type connKey struct{}

// withConn puts the connection of a limited listener into the context of its requests.
func withConn(ctx context.Context, c net.Conn) context.Context {
	if secure, ok := c.(*tls.Conn); ok {
		c = secure.NetConn()
	}
	if c, ok := c.(*conn); ok {
		return context.WithValue(ctx, connKey{}, c)
	}
	return ctx
}

// errCrowded is the error of a request for which there is no place, where as many wait as may.
var errCrowded = errors.New("door: as many connections wait for a place as may")

// enter takes a place for the connection of a request, unless it has one, and waits for it if necessary.
func enter(r *http.Request) error {
	c, ok := r.Context().Value(connKey{}).(*conn)
	if !ok {
		return nil
	}
	c.entering.Lock()
	defer c.entering.Unlock()
	return c.enter(r.Context())
}

// isStranger reports whether the connection of a request has no place.
func isStranger(r *http.Request) bool {
	c, ok := r.Context().Value(connKey{}).(*conn)
	if !ok {
		return false
	}
	c.of.mutex.Lock()
	defer c.of.mutex.Unlock()
	return !c.placed
}

// enter is the function of this name, for one request at a time.
func (c *conn) enter(ctx context.Context) error {
	if wait, err := c.begin(); err != nil || !wait {
		return err
	}
	taken, err := false, error(nil)
	select {
	case c.of.places <- struct{}{}:
		taken = true
	case <-ctx.Done():
		err = context.Cause(ctx)
	case <-c.of.closed:
		err = net.ErrClosed
	}
	c.of.mutex.Lock()
	defer c.of.mutex.Unlock()
	c.waits = false
	c.of.waiting--
	if taken {
		c.take()
	}
	return err
}

// begin takes a place that is free, or has the connection wait for one.
func (c *conn) begin() (wait bool, err error) {
	c.of.mutex.Lock()
	defer c.of.mutex.Unlock()
	if c.placed {
		return false, nil
	}
	select {
	case c.of.places <- struct{}{}:
		c.take()
		return false, nil
	default:
	}
	if c.of.waiting >= mostWaiting {
		return false, errCrowded
	}
	c.of.waiting++
	c.waits = true
	return true, nil
}

// take makes a stranger that has a token a connection with a place. The caller has the mutex.
func (c *conn) take() {
	c.placed = true
	c.of.remove(c)
	if c.left { // meanwhile
		<-c.of.places
	}
}

// leave frees the place, or the room among the strangers.
func (c *conn) leave() {
	c.of.mutex.Lock()
	defer c.of.mutex.Unlock()
	switch {
	case c.left:
	case c.placed:
		<-c.of.places
	default:
		c.of.remove(c)
	}
	c.left = true
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
