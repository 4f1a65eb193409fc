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

// TestOpen: an address that others can reach is listened on where clients need tokens, and not where they need none.
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

// TestConnections: of a thousand clients at once a hundred have a connection at a time, and all are answered.
func TestConnections(t *testing.T) {
	const most, clients = 100, 1000
	var lock sync.Mutex
	now, highest, served := 0, 0, 0
	c := Config{Connections: most, Logger: logger(io.Discard)}
	s := c.Server(c.Handler(Routes(mux())))
	s.ConnState = func(_ net.Conn, state http.ConnState) {
		lock.Lock()
		defer lock.Unlock()
		switch state {
		case http.StateNew:
			now, served = now+1, served+1
			highest = max(highest, now)
		case http.StateClosed:
			now--
		}
	}
	l, err := c.Listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() { done <- s.Serve(l) }()
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
	s.Close()
	<-done
	lock.Lock()
	defer lock.Unlock()
	if highest > most || served < clients {
		t.Errorf("%d at once, %d of %d", highest, served, clients)
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

// TestPlaces: a connection that is closed twice gives one place back.
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

// TestLongHeaders: headers have 64 KiB, or as many as are allowed.
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
