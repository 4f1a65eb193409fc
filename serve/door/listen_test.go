package door

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
)

// TestOpen: Listen accepts an address that others can reach where clients need tokens, and refuses it where they do
// not.
func TestOpen(t *testing.T) {
	for address, open := range map[string]bool{"127.0.0.1:0": false, "localhost:0": false, "[::1]:0": false, "127.9.9.9:0": false,
		":0": true, "0.0.0.0:0": true, "[::]:0": true} {
		l, err := Config{}.Listen(t.Context(), address)
		if errors.Is(err, ErrOpen) != open {
			t.Errorf("%s: %v", address, err)
		}
		if err == nil {
			l.Close()
		}
		if !open {
			continue
		}
		l, err = Config{Tokens: tokens(t, token)}.Listen(t.Context(), address)
		if errors.Is(err, ErrOpen) {
			t.Error(err)
		}
		if err != nil {
			continue // a machine may have no IPv6
		}
		if Loopback(l.Addr()) {
			t.Error(l.Addr())
		}
		l.Close()
	}
}

// TestOpenIsWhatWasAsked: an address of IPv4 is listened on by IPv4 alone.
func TestOpenIsWhatWasAsked(t *testing.T) {
	l, err := Config{Tokens: tokens(t, token)}.Listen(t.Context(), "0.0.0.0:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if at := l.Addr().String(); !strings.HasPrefix(at, "0.0.0.0:") {
		t.Error(at)
	}
}

// TestOpenTaken: the error of an address in use names it, once.
func TestOpenTaken(t *testing.T) {
	l, err := Config{}.Listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	at := l.Addr().String()
	if _, err := (Config{}).Listen(t.Context(), at); err == nil || strings.Count(err.Error(), at) != 1 {
		t.Error(err)
	}
}

// counted is a listener that counts open connections.
type counted struct {
	net.Listener
	lock                 sync.Mutex
	now, highest, served int
}

func (l *counted) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	l.lock.Lock()
	defer l.lock.Unlock()
	l.now, l.served = l.now+1, l.served+1
	l.highest = max(l.highest, l.now)
	return &countedConn{Conn: c, closed: sync.OnceFunc(func() {
		l.lock.Lock()
		defer l.lock.Unlock()
		l.now--
	})}, nil
}

// countedConn is counted until it is closed.
type countedConn struct {
	net.Conn
	closed func()
}

func (c *countedConn) Close() error { c.closed(); return c.Conn.Close() }

// TestConnections: of a thousand clients at once a hundred have a connection at a time, and all are answered.
func TestConnections(t *testing.T) {
	const most, clients = 100, 1000
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &counted{Listener: inner}
	serveOn(t, Config{Logger: logger(io.Discard)}, LimitConnections(l, most), Routes(mux()))
	var all sync.WaitGroup
	for range clients {
		all.Go(func() {
			c, err := net.Dial("tcp", l.Addr().String())
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Close()
			fmt.Fprintf(c, "GET /v1/a HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", l.Addr())
			if got, err := io.ReadAll(c); err != nil || !strings.HasPrefix(string(got), "HTTP/1.1 200 ") {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
	all.Wait()
	l.lock.Lock()
	defer l.lock.Unlock()
	if l.highest > most || l.served < clients {
		t.Errorf("%d at once, %d of %d", l.highest, l.served, clients)
	}
}

// TestPlacesOfConfig: a listener has Connections places.
func TestPlacesOfConfig(t *testing.T) {
	for n, want := range map[int]int{0: 1000, 7: 7} {
		l, err := Config{Connections: n}.Listen(t.Context(), "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		if got := cap(l.(*limited).places); got != want {
			t.Errorf("%d: %d places", n, got)
		}
		l.Close()
	}
}

// TestFullListenerCloses: a listener whose places are taken can be closed.
func TestFullListenerCloses(t *testing.T) {
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := LimitConnections(inner, 1)
	for range 2 {
		dial(t, l.Addr().String())
	}
	first, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() {
		_, err := l.Accept()
		done <- err
	}()
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	if err := <-done; !errors.Is(err, net.ErrClosed) {
		t.Error(err)
	}
	if _, err := l.Accept(); !errors.Is(err, net.ErrClosed) {
		t.Error(err)
	}
	first.Close()
}

// TestPlaces: a connection that is closed twice frees one place.
func TestPlaces(t *testing.T) {
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer inner.Close()
	l := LimitConnections(inner, 2).(*limited)
	for range 3 {
		dial(t, l.Addr().String())
	}
	a, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Accept(); err != nil {
		t.Fatal(err)
	}
	a.Close()
	a.Close()
	if len(l.places) != 1 {
		t.Errorf("%d places are taken", len(l.places))
	}
}

// TestLongHeaders: headers may have 64 KiB, or as many bytes as MaxHeader.
func TestLongHeaders(t *testing.T) {
	clients(t, Config{}, Routes(mux()), func(t *testing.T, client *http.Client, at string) {
		for n, ok := range map[int]bool{50 << 10: true, 80 << 10: false} {
			r, err := http.NewRequestWithContext(t.Context(), "GET", at+"/v1/a", nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Long", strings.Repeat("x", n))
			a, err := client.Do(r)
			if got := err == nil && a.StatusCode == 200; got != ok {
				t.Errorf("%d bytes: %v, %v", n, a, err)
			}
			if err == nil {
				a.Body.Close()
			}
		}
	})
}
