package door

import (
	"bytes"
	"crypto/tls"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"flyby/internal/door/problem"
)

// lines is a log in JSON that is written and read concurrently.
type lines struct {
	lock sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.lock.Lock()
	defer l.lock.Unlock()
	return l.text.Write(p)
}

func (l *lines) String() string {
	l.lock.Lock()
	defer l.lock.Unlock()
	return l.text.String()
}

// last returns the last line.
func (l *lines) last(t *testing.T) map[string]any {
	t.Helper()
	all := strings.Split(strings.TrimSpace(l.String()), "\n")
	line := map[string]any{}
	if err := json.Unmarshal([]byte(all[len(all)-1]), &line); err != nil {
		t.Fatal(all, err)
	}
	return line
}

// token is a token of the tests.
const token = "correct-horse-battery-staple"

// tokens reads tokens from a file with the text.
func tokens(t testing.TB, text string) *Tokens {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tokens")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	all, err := ReadTokens(path)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// mux returns routes for tests.
func mux() *http.ServeMux {
	m := http.NewServeMux()
	m.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "ok\n") })
	m.HandleFunc("GET /v1/{name}", func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.PathValue("name")) })
	m.HandleFunc("POST /v1/{name}", func(w http.ResponseWriter, r *http.Request) {
		n, err := io.Copy(io.Discard, r.Body)
		if err != nil {
			readProblem(err).WriteTo(w)
			return
		}
		SetRows(r.Context(), n)
		io.WriteString(w, "posted\n")
	})
	return m
}

// serve runs routes behind a door on a real socket of loopback until the test ends, and returns its address.
func serve(t testing.TB, c Config, routes http.Handler) string {
	t.Helper()
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	l, err := c.Listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	serveOn(t, c, l, routes)
	return l.Addr().String()
}

// serveOn serves on a listener.
func serveOn(t testing.TB, c Config, l net.Listener, routes http.Handler) {
	s := c.Server(c.Handler(routes))
	done := make(chan error, 1)
	go func() {
		if c.TLS != nil {
			done <- s.ServeTLS(l, "", "")
			return
		}
		done <- s.Serve(l)
	}()
	t.Cleanup(func() {
		s.Close()
		if err := <-done; err != http.ErrServerClosed {
			t.Error(err)
		}
	})
}

// reply is an answer that was read.
type reply struct {
	status int
	header http.Header
	body   string
	proto  int
}

// ask sends a request that edit changes.
func ask(t testing.TB, client *http.Client, method, url string, body io.Reader, edit func(r *http.Request)) reply {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, body)
	if err != nil {
		t.Fatal(err)
	}
	if edit != nil {
		edit(r)
	}
	a, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply{a.StatusCode, a.Header, string(text), a.ProtoMajor}
}

// isProblem checks that an answer is a problem of a status.
func (r reply) isProblem(t testing.TB, status int) {
	t.Helper()
	var p struct{ Status int }
	err := json.Unmarshal([]byte(r.body), &p)
	if err != nil || r.status != status || p.Status != status || r.header.Get("Content-Type") != problem.MediaType {
		t.Errorf("%d %v %q, want problem %d", r.status, r.header, r.body, status)
	}
	r.isGuarded(t)
}

// isGuarded checks the headers that every answer must have.
func (r reply) isGuarded(t testing.TB) {
	t.Helper()
	h := r.header
	if h.Get("X-Content-Type-Options") != "nosniff" || !strings.Contains(h.Get("Content-Security-Policy"), "frame-ancestors 'none'") {
		t.Errorf("%d: %v", r.status, h)
	}
	for name := range h {
		if strings.HasPrefix(name, "Access-Control") {
			t.Errorf("%d: %s", r.status, name)
		}
	}
}

// clients runs test with a client of HTTP/1 and with one of HTTP/2, each with its server: both must behave alike.
func clients(t *testing.T, c Config, routes http.Handler, test func(t *testing.T, client *http.Client, at string)) {
	t.Run("HTTP1", func(t *testing.T) {
		at := serve(t, c, routes)
		test(t, plain(t), "http://"+at)
	})
	t.Run("HTTP2", func(t *testing.T) {
		c.TLS = &tls.Config{Certificates: []tls.Certificate{certificate(t)}}
		at := serve(t, c, routes)
		transport := &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, ForceAttemptHTTP2: true}
		t.Cleanup(transport.CloseIdleConnections)
		client := &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		test(t, client, "https://"+at)
		if r := ask(t, client, "GET", "https://"+at+"/healthz", nil, nil); r.proto != 2 {
			t.Errorf("HTTP/%d", r.proto)
		}
	})
}

// plain returns a client of HTTP/1.
func plain(t testing.TB) *http.Client {
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}
