package door

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"flyby/internal/door/problem"
)

// FuzzDoor: a route gets a request only where a few plain rules allow it, whatever its headers claim, with no more of a body than is allowed;
// any other request is a problem with one of the door's statuses.
func FuzzDoor(f *testing.F) {
	const most = 4096
	c := Config{Hosts: []string{"flyby.example", "other.example:1"}, Tokens: tokens(f, token), MaxBody: most, Logger: logger(io.Discard)}
	for _, s := range []struct{ host, auth, origin, site, packing, body string }{
		{"localhost:7475", "Bearer " + token, "", "", "", "x"},
		{"[::1]:7475", "bearer " + token, "http://[::1]:7475", "same-origin", "gzip", string(gzipped(f, []byte("x")))},
		{"flyby.example", "Bearer  " + token, "null", "none", "zstd", string(zstandard(f, []byte("x")))},
		{"other.example:1", "Basic " + token, "", "cross-site", "x-gzip", string(gzipped(f, make([]byte, most+1)))},
		{"[::1", "Bearer " + token, "", "", "zstd", string(zstandard(f, make([]byte, most+1)))},
		{"127.0.0.1:7475", "Bearer " + token, "", "", "gzip,gzip", "x"},
		{"127.0.0.1:7475", "Bearer " + token, "", "", "", strings.Repeat("x", most+1)},
	} {
		f.Add(s.host, s.auth, s.origin, s.site, s.packing, []byte(s.body))
	}
	local := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 7475}
	f.Fuzz(func(t *testing.T, host, auth, origin, site, packed string, body []byte) {
		if len(body) > 2*most {
			return
		}
		var read []byte
		got := false
		h := c.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			text, err := io.ReadAll(r.Body)
			if read = text; err != nil {
				readProblem(err).WriteTo(w)
				return
			}
			got = true
		}))
		r := httptest.NewRequest("POST", "/v1/a", bytes.NewReader(body))
		r = r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, local))
		r.Host = host
		for name, value := range map[string]string{"Authorization": auth, "Origin": origin, "Sec-Fetch-Site": site, "Content-Encoding": packed} {
			if value != "" {
				r.Header.Set(name, value)
			}
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		switch w.Code {
		case 200, 400, 401, 403, 413, 415, 421:
		default:
			t.Errorf("status %d: %s", w.Code, w.Body)
		}
		if w.Code != 200 && (got || w.Header().Get("Content-Type") != problem.MediaType) || len(read) > most {
			t.Errorf("status %d, %d bytes read", w.Code, len(read))
		}
		if !got {
			return
		}
		name := strings.ToLower(host)
		if at := strings.LastIndex(name, ":"); at >= 0 && !strings.HasSuffix(name, "]") {
			name = name[:at]
		}
		switch name {
		case "localhost", "127.0.0.1", "[::1]", "flyby.example", "other.example", "[::ffff:127.0.0.1]", "[0:0:0:0:0:0:0:1]":
		default:
			if !strings.HasPrefix(name, "[") || !net.ParseIP(strings.Trim(name, "[]")).IsLoopback() {
				t.Errorf("Host %q", host)
			}
		}
		if !strings.HasSuffix(strings.TrimSpace(auth), token) || !strings.EqualFold(auth[:6], "Bearer") {
			t.Errorf("Authorization %q", auth)
		}
		if origin == "null" || site == "cross-site" || site == "same-site" {
			t.Errorf("Origin %q, Sec-Fetch-Site %q", origin, site)
		}
		if packed == "" && !bytes.Equal(read, body) {
			t.Errorf("%d bytes of %d", len(read), len(body))
		}
	})
}
