package door

import (
	"bufio"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// pipes is a listener of connections within the process, whose deadlines follow the clock of a bubble.
type pipes struct {
	all    chan net.Conn
	closed chan struct{}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.all:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}
func (p *pipes) Close() error   { close(p.closed); return nil }
func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80} }

// pipe is an end of a pipe with an address.
type pipe struct{ net.Conn }

func (p pipe) LocalAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80} }

// placesOfBubble is how many connections of a bubble may have requests.
const placesOfBubble = 10

// bubble serves routes under a clock of its own while test runs.
func bubble(t *testing.T, c Config, routes http.Handler, test func(t *testing.T, dial func() net.Conn)) {
	t.Helper()
	if c.TLS != nil {
		c.TLS.Certificates = []tls.Certificate{certificate(t)}
	}
	synctest.Test(t, func(t *testing.T) {
		if c.Logger == nil {
			c.Logger = slog.New(slog.DiscardHandler)
		}
		l := &pipes{make(chan net.Conn), make(chan struct{})}
		s := c.Server(c.Handler(routes))
		done := make(chan error, 1)
		go func() {
			if c.TLS != nil {
				done <- s.ServeTLS(LimitConnections(l, placesOfBubble), "", "")
				return
			}
			done <- s.Serve(LimitConnections(l, placesOfBubble))
		}()
		test(t, func() net.Conn {
			ours, theirs := net.Pipe()
			l.all <- pipe{theirs}
			return ours
		})
		s.Close()
		<-done
	})
}

// send writes text, or ends the test.
func send(t *testing.T, c net.Conn, text string) {
	t.Helper()
	if _, err := io.WriteString(c, text); err != nil {
		t.Fatal(err)
	}
}

// isCutAt reads until the connection is cut, and checks the time since start and the bytes before.
func isCutAt(t *testing.T, c net.Conn, start time.Time, want time.Duration, answer string) {
	t.Helper()
	got, err := io.ReadAll(c)
	if after := time.Since(start); err != nil || after != want || !strings.HasPrefix(string(got), answer) || answer == "" && len(got) > 0 {
		t.Errorf("cut after %v with %.100q, %v; want %v with %q", after, got, err, want, answer)
	}
	c.Close()
}

// piece is what a body of leastRate, a second short of stall, brings at a time.
var piece = strings.Repeat("x", leastRate*int(stall/time.Second-1))

// TestBodyStalls: a body may come slowly; one that brings nothing for 30 s is cut without an answer, with a line in the log.
func TestBodyStalls(t *testing.T) {
	log := &lines{}
	bubble(t, Config{Logger: logger(log)}, Routes(echo()), func(t *testing.T, dial func() net.Conn) {
		c, start := dial(), time.Now()
		send(t, c, "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\nhal")
		for range 3 {
			time.Sleep(29 * time.Second)
			send(t, c, piece)
		}
		isCutAt(t, c, start, (3*29+30)*time.Second, "")
		synctest.Wait()
		if line := log.last(t); line["status"] != 408. || line["cut"] != true || line["route"] != "POST /echo" {
			t.Error(line)
		}
	})
}

// TestDrippingBody: a body that brings less than leastRate, a byte at a time or more, is cut 30 s after a body of leastRate would have brought as much; so is the rest of a body that its
// handler has left.
func TestDrippingBody(t *testing.T) {
	unread := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "done") })
	for _, routes := range []http.Handler{Routes(echo()), unread} {
		for _, c := range []struct {
			size  int
			every time.Duration
			want  time.Duration
		}{{1, time.Second, 30 * time.Second}, {1, 29 * time.Second, 30 * time.Second}, {leastRate / 2, time.Second, 58 * time.Second}, {leastRate / 4, time.Second, 39 * time.Second}} {
			bubble(t, Config{}, routes, func(t *testing.T, dial func() net.Conn) {
				client, start := dial(), time.Now()
				send(t, client, "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n")
				go io.Copy(io.Discard, client) //nolint:errcheck // the connection is cut
				for range 200 {
					time.Sleep(c.every)
					if _, err := client.Write(make([]byte, c.size)); err != nil {
						break
					}
				}
				if after := time.Since(start); after < c.want || after > c.want+c.every+time.Second {
					t.Errorf("%d bytes every %v: cut after %v, want %v", c.size, c.every, after, c.want)
				}
				client.Close()
			})
		}
	}
}

// TestSlowBody: a body that comes at leastRate, as long as it takes, is answered; so is a fast one with a pause.
func TestSlowBody(t *testing.T) {
	bubble(t, Config{}, Routes(echo()), func(t *testing.T, dial func() net.Conn) {
		c := dial()
		send(t, c, fmt.Sprintf("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n", 10*len(piece)+10))
		for range 10 {
			time.Sleep(stall - time.Second)
			send(t, c, piece)
		}
		time.Sleep(stall - time.Second)
		send(t, c, "xxxxxxxxxx")
		isAnswered(t, c, strings.Repeat(piece, 10)+"xxxxxxxxxx")
	})
}

// isAnswered reads an answer and closes the connection.
func isAnswered(t *testing.T, c net.Conn, want string) {
	t.Helper()
	defer c.Close()
	a, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(a.Body)
	if err != nil || a.StatusCode != 200 || string(got) != want {
		t.Errorf("%d %.100q, %v", a.StatusCode, got, err)
	}
}

// TestReaderStalls: a client may read slowly, a byte at a time; one that takes nothing for 30 s is cut within another 30 s, and the handler's
// context ends.
func TestReaderStalls(t *testing.T) {
	const size = 1 << 20
	var ended chan error // belongs to the bubble
	routes := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, err := w.Write(make([]byte, size))
		if r.Context().Err() == nil && err != nil {
			<-r.Context().Done()
		}
		ended <- err
	})
	bubble(t, Config{}, routes, func(t *testing.T, dial func() net.Conn) {
		ended = make(chan error, 1)
		c := dial()
		defer c.Close()
		send(t, c, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
		if _, err := io.ReadFull(c, make([]byte, 1000)); err != nil {
			t.Fatal(err)
		}
		for range 5 {
			time.Sleep(stall - time.Second)
			if _, err := c.Read(make([]byte, 1)); err != nil {
				t.Fatal(err)
			}
		}
		start := time.Now()
		if err := <-ended; err == nil || time.Since(start) < stall || time.Since(start) > 2*stall {
			t.Errorf("%v after %v", err, time.Since(start))
		}
	})
}

// TestLastBytesStall: an answer that the server buffers until the handler has returned is cut, too, where the client takes nothing.
func TestLastBytesStall(t *testing.T) {
	bubble(t, Config{}, Routes(mux()), func(t *testing.T, dial func() net.Conn) {
		c := dial()
		send(t, c, "GET /v1/a HTTP/1.1\r\nHost: localhost\r\n\r\n")
		time.Sleep(stall + time.Nanosecond)
		synctest.Wait()
		isCutAt(t, c, time.Now(), 0, "")
	})
}

// TestLongSearches: between reading and writing a handler may take as long as it likes, whether it has read all of a body, some or nothing.
func TestLongSearches(t *testing.T) {
	for _, of := range []*tls.Config{nil, {}} {
		for _, read := range []int{0, 3, 10} {
			routes := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				pause := func() {
					select {
					case <-time.After(10 * stall):
					case <-r.Context().Done():
						t.Error("the client was taken for gone")
					}
				}
				io.ReadFull(r.Body, make([]byte, read))
				pause()
				io.WriteString(w, "long, ")
				http.NewResponseController(w).Flush()
				pause()
				rest, err := io.ReadAll(r.Body)
				if err != nil || len(rest) != 10-read {
					t.Error(len(rest), err)
				}
				io.WriteString(w, "longer")
			})
			bubble(t, Config{TLS: of}, routes, func(t *testing.T, dial func() net.Conn) {
				a, err := client(dial, of != nil).Post(address(of != nil), "text/csv", strings.NewReader("0123456789"))
				if err != nil {
					t.Fatal(err)
				}
				defer a.Body.Close()
				if got, err := io.ReadAll(a.Body); err != nil || string(got) != "long, longer" {
					t.Errorf("%q, %v", got, err)
				}
			})
		}
	}
}

// address returns the address of a bubble's server.
func address(secure bool) string {
	if secure {
		return "https://localhost:80/echo"
	}
	return "http://localhost:80/echo"
}

// client returns a client of a bubble's server.
func client(dial func() net.Conn, secure bool) *http.Client {
	t := &http.Transport{DisableKeepAlives: !secure, DialContext: func(context.Context, string, string) (net.Conn, error) { return dial(), nil }}
	if secure {
		t.TLSClientConfig, t.ForceAttemptHTTP2 = &tls.Config{InsecureSkipVerify: true}, true
	}
	return &http.Client{Transport: t}
}

// TestStreamStalls: streams of HTTP/2 are cut as connections of HTTP/1 are.
func TestStreamStalls(t *testing.T) {
	log := &lines{}
	bubble(t, Config{Logger: logger(log), TLS: &tls.Config{}}, Routes(echo()), func(t *testing.T, dial func() net.Conn) {
		c := client(dial, true)
		body, to := io.Pipe()
		go func() {
			for range 3 {
				io.WriteString(to, piece)
				time.Sleep(stall - time.Second)
			}
		}()
		start := time.Now()
		_, err := c.Post(address(true), "text/csv", body)
		if after := time.Since(start); err == nil || after != 2*(stall-time.Second)+stall {
			t.Errorf("cut after %v with %v", after, err)
		}
		if line := log.last(t); line["status"] != 408. || line["cut"] != true {
			t.Error(line)
		}
		to.Close()
		if a, err := c.Post(address(true), "text/csv", strings.NewReader("again")); err != nil || a.ProtoMajor != 2 {
			t.Error(a, err)
		} else {
			a.Body.Close()
		}
		c.CloseIdleConnections()
	})
}

// TestStreamReaderStalls: a stream whose client reads nothing for 30 s is cut, and the handler's context ends.
func TestStreamReaderStalls(t *testing.T) {
	var ended chan time.Duration // belongs to the bubble
	routes := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		for err := error(nil); err == nil; {
			_, err = w.Write(make([]byte, 1<<20))
		}
		<-r.Context().Done()
		ended <- time.Since(start)
	})
	bubble(t, Config{TLS: &tls.Config{}}, routes, func(t *testing.T, dial func() net.Conn) {
		ended = make(chan time.Duration, 1)
		c := client(dial, true)
		a, err := c.Get(address(true))
		if err != nil {
			t.Fatal(err)
		}
		if after := <-ended; after != stall || a.ProtoMajor != 2 {
			t.Errorf("HTTP/%d cut after %v", a.ProtoMajor, after)
		}
		a.Body.Close()
		c.CloseIdleConnections()
	})
}

// TestHeaderTime: a connection whose headers are incomplete after 10 s is cut, new or used before.
func TestHeaderTime(t *testing.T) {
	bubble(t, Config{}, Routes(mux()), func(t *testing.T, dial func() net.Conn) {
		c := dial()
		isCutAt(t, c, time.Now(), headerTime, "")
		c = dial()
		send(t, c, "GET /v1/a HTT")
		isCutAt(t, c, time.Now(), headerTime, "HTTP/1.1 400 ")
		c = dial()
		start := time.Now()
		send(t, c, "GET /v1/a HTTP/1.1\r\nHost: localhost\r\n")
		time.Sleep(headerTime - time.Second)
		send(t, c, "Slow: x\r\n")
		isCutAt(t, c, start, headerTime, "")
		c = dial()
		send(t, c, "GET /v1/a HTTP/1.1\r\nHost: localhost\r\n\r\n")
		if a, err := http.ReadResponse(bufio.NewReader(c), nil); err != nil || a.StatusCode != 200 {
			t.Fatal(a, err)
		}
		time.Sleep(idleTime - time.Second)
		send(t, c, "GET /v1/a HTTP/1.1\r\n")
		isCutAt(t, c, time.Now(), headerTime, "")
	})
}

// TestHandshakeTime: a client that never sends a request of HTTP/2 is cut within 10 s.
func TestHandshakeTime(t *testing.T) {
	bubble(t, Config{TLS: &tls.Config{}}, Routes(mux()), func(t *testing.T, dial func() net.Conn) {
		isCutAt(t, dial(), time.Now(), headerTime, "")
		c, start := tls.Client(dial(), &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}}), time.Now()
		if err := c.Handshake(); err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, c) //nolint:errcheck // the server may end the connection in any way
		if after := time.Since(start); after != headerTime {
			t.Errorf("cut after %v", after)
		}
		c.Close()
	})
}

// TestIdle: a connection without requests is cut after two minutes, of HTTP/1 and of HTTP/2.
func TestIdle(t *testing.T) {
	for _, of := range []*tls.Config{nil, {}} {
		bubble(t, Config{TLS: of}, Routes(mux()), func(t *testing.T, dial func() net.Conn) {
			gone := make(chan time.Duration, 1)
			c := client(func() net.Conn { return &watched{dial(), time.Now(), gone} }, of != nil)
			c.Transport.(*http.Transport).DisableKeepAlives = false
			a, err := c.Get(strings.TrimSuffix(address(of != nil), "/echo") + "/v1/a")
			if err != nil {
				t.Fatal(err)
			}
			io.Copy(io.Discard, a.Body)
			a.Body.Close()
			want := idleTime
			if of != nil {
				want += time.Second // an HTTP/2 client has this time to end the connection itself
			}
			if after := <-gone; after != want {
				t.Errorf("TLS %v: cut after %v", of != nil, after)
			}
			c.CloseIdleConnections()
		})
	}
}

// watched reports when the other end is gone.
type watched struct {
	net.Conn
	start time.Time
	gone  chan time.Duration
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.Conn.Read(p)
	if err != nil {
		w.tell()
	}
	return n, err
}

func (w *watched) Close() error { w.tell(); return w.Conn.Close() }

func (w *watched) tell() {
	select {
	case w.gone <- time.Since(w.start):
	default:
	}
}

// TestRefusedBodyStalls: a request is refused before its body has come, and the server waits for a refused body no longer than for others.
func TestRefusedBodyStalls(t *testing.T) {
	bubble(t, Config{Tokens: tokens(t, token)}, Routes(mux()), func(t *testing.T, dial func() net.Conn) {
		c, start := dial(), time.Now()
		send(t, c, "POST /v1/a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n")
		got := make([]byte, len("HTTP/1.1 401"))
		if _, err := io.ReadFull(c, got); err != nil || string(got) != "HTTP/1.1 401" || time.Since(start) > 0 {
			t.Errorf("%q after %v, %v", got, time.Since(start), err)
		}
		isCutAt(t, c, start, stall, " Unauthorized")
	})
}

// TestUnreadBodyStalls: an answer does not wait for a body that its handler has not read, and the server waits for that body no longer than
// for others.
func TestUnreadBodyStalls(t *testing.T) {
	routes := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Write(make([]byte, 10_000)) })
	bubble(t, Config{}, routes, func(t *testing.T, dial func() net.Conn) {
		c, start := dial(), time.Now()
		send(t, c, "POST /v1/a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n")
		if _, err := io.ReadFull(c, make([]byte, 10_000)); err != nil || time.Since(start) > 0 {
			t.Errorf("after %v, %v", time.Since(start), err)
		}
		isCutAt(t, c, start, stall, "\x00")
	})
}

// TestNoRequestInBody: late bytes of a body that was refused, or that its handler left, are never taken for a request.
func TestNoRequestInBody(t *testing.T) {
	log := &lines{}
	m := mux()
	m.HandleFunc("POST /none", func(w http.ResponseWriter, r *http.Request) {})
	bubble(t, Config{Logger: logger(log)}, Routes(m), func(t *testing.T, dial func() net.Conn) {
		for _, head := range []string{"POST /v1/a HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 1000\r\n\r\n", "POST /none HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n"} {
			c := dial()
			go io.Copy(io.Discard, c)
			send(t, c, head)
			time.Sleep(stall + time.Second)
			io.WriteString(c, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n") //nolint:errcheck // the connection is closed
			synctest.Wait()
			c.Close()
		}
		if all := log.String(); strings.Contains(all, "healthz") || strings.Count(all, "\n") != 2 {
			t.Error(all)
		}
	})
}

// TestStaleDeadlines: the deadlines of a request do not affect the next one of its connection: a minute later a client may still be told to
// go on.
func TestStaleDeadlines(t *testing.T) {
	bubble(t, Config{}, Routes(echo()), func(t *testing.T, dial func() net.Conn) {
		c := dial()
		defer c.Close()
		from := bufio.NewReader(c)
		for range 3 {
			send(t, c, "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n")
			if a, err := http.ReadResponse(from, nil); err != nil || a.StatusCode != 100 {
				t.Fatal(a, err)
			}
			send(t, c, "x")
			a, err := http.ReadResponse(from, nil)
			if err != nil || a.StatusCode != 200 {
				t.Fatal(a, err)
			}
			io.Copy(io.Discard, a.Body)
			time.Sleep(time.Minute)
		}
	})
}
