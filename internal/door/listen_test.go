package door

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
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

// TestConnections: of a thousand clients at once a hundred have a place at a time, and all are answered; the others wait, and whether the server is healthy is told at once.
func TestConnections(t *testing.T) {
	const most, clients = 100, 1000
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := LimitConnections(inner, most)
	var now, highest, served atomic.Int64
	serveOn(t, Config{Logger: logger(io.Discard)}, l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := now.Add(1)
		for old := highest.Load(); n > old && !highest.CompareAndSwap(old, n); old = highest.Load() {
		}
		served.Add(1)
		if n := served.Load(); n < most/2 { // until some are there at once
			waitFor(t, func() bool { return served.Load() >= most/2 })
		}
		now.Add(-1) // the connection keeps its place until it is closed
	}))
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
	if h := highest.Load(); h > most || h < most/2 || served.Load() != clients {
		t.Errorf("%d at once, %d of %d", h, served.Load(), clients)
	}
}

// TestHealthOfFullServer: where clients have taken all places, others wait for one, and more are in the middle of their headers than may be, whether the server is healthy is told, and the connection
// ends then; who waits gets the place that is left.
func TestHealthOfFullServer(t *testing.T) {
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := LimitConnections(inner, 1).(*limited)
	l.most = 5
	serveOn(t, Config{Logger: logger(io.Discard)}, l, Routes(mux()))
	at := l.Addr().String()
	ask := "GET /v1/a HTTP/1.1\r\nHost: " + at + "\r\n\r\n"
	first := dial(t, at)
	io.WriteString(first, ask)
	if a, err := http.ReadResponse(bufio.NewReader(first), nil); err != nil || a.StatusCode != 200 {
		t.Fatal(a, err)
	}
	waits := dial(t, at)
	io.WriteString(waits, ask)
	waitFor(t, func() bool { l.mutex.Lock(); defer l.mutex.Unlock(); return l.waiting == 1 })
	for range 20 {
		io.WriteString(dial(t, at), "GET /v1/a HTTP/1.1\r\nHo")
	}
	for range 3 {
		c := dial(t, at)
		c.SetDeadline(time.Now().Add(time.Minute)) // after which it is taken to be never answered
		io.WriteString(c, "GET /healthz HTTP/1.1\r\nHost: "+at+"\r\n\r\n")
		if got, err := io.ReadAll(c); err != nil || !strings.HasPrefix(string(got), "HTTP/1.1 200 ") || !strings.Contains(string(got), "\r\nConnection: close\r\n") {
			t.Fatalf("%q, %v", got, err)
		}
	}
	first.Close()
	if a, err := http.ReadResponse(bufio.NewReader(waits), nil); err != nil || a.StatusCode != 200 {
		t.Error(a, err)
	}
}

// TestStrangers: of more connections without a request than may be the oldest is closed, after a second; one that waits for a place with its request stays.
func TestStrangers(t *testing.T) {
	log := &lines{}
	bubble(t, Config{Logger: logger(log)}, Routes(mux()), func(t *testing.T, dialed func() net.Conn) {
		const ask = "GET /v1/a HTTP/1.1\r\nHost: localhost\r\n\r\n"
		for range placesOfBubble {
			c := dialed()
			defer c.Close()
			send(t, c, ask)
			if a, err := http.ReadResponse(bufio.NewReader(c), nil); err != nil || a.StatusCode != 200 {
				t.Fatal(a, err)
			}
		}
		waits := dialed()
		defer waits.Close()
		send(t, waits, ask)
		synctest.Wait()
		start, oldest := time.Now(), dialed()
		for range mostStrangers - 2 {
			defer dialed().Close()
		}
		done := make(chan struct{})
		go func() {
			isCutAt(t, oldest, start, strangerTime, "")
			close(done)
		}()
		for range 2 { // the first is accepted when the oldest has gone
			last := dialed()
			defer last.Close()
			send(t, last, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
			isAnswered(t, last, "ok\n")
		}
		<-done
		if after := time.Since(start); after != strangerTime {
			t.Errorf("after %v", after)
		}
	})
}

// TestCrowd: where as many connections wait for a place as may the next request is told to come back.
func TestCrowd(t *testing.T) {
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := LimitConnections(inner, 1).(*limited)
	l.places <- struct{}{}
	l.waiting = mostWaiting
	serveOn(t, Config{Logger: logger(io.Discard)}, l, Routes(mux()))
	got := raw(t, l.Addr().String(), "GET /v1/a HTTP/1.1\r\nHost: "+l.Addr().String()+"\r\n\r\n")
	if !strings.HasPrefix(got, "HTTP/1.1 503 ") || !strings.Contains(got, "\r\nRetry-After: 1\r\n") || !strings.Contains(got, "\r\nConnection: close\r\n") {
		t.Errorf("%q", got)
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

// TestFullListenerCloses: a listener that waits for room among strangers can be closed.
func TestFullListenerCloses(t *testing.T) {
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := LimitConnections(inner, 1).(*limited)
	l.most = 1
	for range 2 {
		dial(t, l.Addr().String())
	}
	first, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	first.(*conn).waits = true
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

// TestPlaces: a connection that is closed twice frees one place, and a stranger none.
func TestPlaces(t *testing.T) {
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer inner.Close()
	l := LimitConnections(inner, 2).(*limited)
	var all []*conn
	for range 3 {
		dial(t, l.Addr().String())
		c, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, c.(*conn))
	}
	for _, c := range []*conn{all[0], all[0], all[1]} {
		if err := c.enter(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	all[0].Close()
	all[0].Close()
	all[2].Close()
	if len(l.places) != 1 || len(l.strangers) != 0 {
		t.Errorf("%d places are taken, %d strangers", len(l.places), len(l.strangers))
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
