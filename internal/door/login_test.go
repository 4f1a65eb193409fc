package door

import (
	"crypto/sha256"
	"crypto/tls"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// A desk is a door with tokens, whose requests come from a browser.
type desk struct {
	http.Handler
	tokens *Tokens
}

// newDesk returns a door with the tokens of a text.
func newDesk(t *testing.T, text string) desk {
	all := tokens(t, text)
	c := Config{Hosts: []string{"localhost", "127.0.0.1", "[::1]", "flyby.example"}, Tokens: all}
	return desk{c.Handler(Routes(mux())), all}
}

// ask asks as a browser does. A body is a form.
func (d desk) ask(method, target string, form url.Values, edit func(r *http.Request)) *http.Response {
	r := httptest.NewRequest(method, "http://localhost"+target, strings.NewReader(form.Encode()))
	r.Host = "localhost"
	r.Header.Set("Accept", "text/html,*/*;q=0.8")
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if edit != nil {
		edit(r)
	}
	w := httptest.NewRecorder()
	d.ServeHTTP(w, r)
	return w.Result()
}

// logIn logs in with a token, and returns the cookie; nil: none was set.
func (d desk) logIn(token string, edit func(r *http.Request)) *http.Cookie {
	for _, c := range d.ask("POST", "/login", url.Values{"token": {token}}, edit).Cookies() {
		return c
	}
	return nil
}

// TestLogin: a browser without a session is led to the form and from there to where it wanted to go; its cookie stands in place of a token until it logs out.
func TestLogin(t *testing.T) {
	d := newDesk(t, token)
	a := d.ask("GET", "/v1/a?x=1", nil, nil)
	if a.StatusCode != http.StatusSeeOther || a.Header.Get("Location") != "/login?next=%2Fv1%2Fa%3Fx%3D1" {
		t.Fatal(a.Status, a.Header)
	}
	a = d.ask("GET", a.Header.Get("Location"), nil, nil)
	if text := bodyOf(t, a); a.StatusCode != 200 || !strings.Contains(text, `name="next" value="/v1/a?x=1"`) || !strings.Contains(a.Header.Get("Content-Security-Policy"), "form-action 'self'") {
		t.Fatal(a.Status, a.Header, text)
	}
	a = d.ask("POST", "/login", url.Values{"token": {token}, "next": {"/v1/a?x=1"}}, nil)
	if a.StatusCode != http.StatusSeeOther || a.Header.Get("Location") != "/v1/a?x=1" || len(a.Cookies()) != 1 {
		t.Fatal(a.Status, a.Header)
	}
	session := a.Cookies()[0]
	if c := *session; !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Path != "/" || c.Secure || c.MaxAge != 12*60*60 || strings.Contains(c.Value, token) {
		t.Error(c)
	}
	with := func(r *http.Request) { r.AddCookie(session) }
	for _, method := range []string{"GET", "POST"} {
		if a := d.ask(method, "/v1/a", nil, with); a.StatusCode != 200 {
			t.Error(method, a.Status)
		}
	}
	a = d.ask("POST", "/logout", nil, with)
	if c := a.Cookies(); a.StatusCode != http.StatusSeeOther || a.Header.Get("Location") != "/login" || len(c) != 1 || c[0].MaxAge >= 0 || c[0].Name != session.Name || c[0].Path != "/" {
		t.Error(a.Status, a.Header)
	}
}

// bodyOf returns the text of an answer.
func bodyOf(t *testing.T, a *http.Response) string {
	t.Helper()
	text, err := io.ReadAll(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestLoginRefuses: no session begins without a known token in the body, from another origin, or by plain text through a network.
func TestLoginRefuses(t *testing.T) {
	d := newDesk(t, token)
	right := url.Values{"token": {token}}
	for name, c := range map[string]struct {
		target string
		form   url.Values
		edit   func(r *http.Request)
		status int
	}{
		"in the address": {"/login?token=" + token, nil, nil, http.StatusUnauthorized},
		"none":           {"/login", nil, nil, http.StatusUnauthorized},
		"cut":            {"/login", url.Values{"token": {token[1:]}}, nil, http.StatusUnauthorized},
		"another origin": {"/login", right, func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") }, http.StatusForbidden},
		"sandboxed":      {"/login", right, func(r *http.Request) { r.Header.Set("Origin", "null") }, http.StatusForbidden},
		"plain text":     {"/login", right, func(r *http.Request) { r.Host = "flyby.example" }, http.StatusForbidden},
		"another name":   {"/login", right, func(r *http.Request) { r.Host = "evil.example" }, http.StatusMisdirectedRequest},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				begun := time.Now()
				a := d.ask("POST", c.target, c.form, c.edit)
				if a.StatusCode != c.status || len(a.Cookies()) > 0 {
					t.Error(a.Status, a.Header)
				}
				if slow := time.Since(begun) >= wrongTime; slow != (c.status == http.StatusUnauthorized) {
					t.Errorf("answered after %v", time.Since(begun))
				}
			})
		})
	}
	if a := d.ask("GET", "/v1/a", nil, func(r *http.Request) { r.Header.Set("Accept", "*/*") }); a.StatusCode != http.StatusUnauthorized || a.Header.Get("WWW-Authenticate") == "" {
		t.Error(a.Status, a.Header)
	}
	if a := d.ask("PUT", "/login", nil, nil); a.StatusCode != http.StatusMethodNotAllowed || a.Header.Get("Allow") != "GET, HEAD, POST" {
		t.Error(a.Status, a.Header)
	}
	if a := d.ask("GET", "/logout", nil, nil); a.StatusCode != http.StatusMethodNotAllowed || a.Header.Get("Allow") != "POST" {
		t.Error(a.Status, a.Header)
	}
}

// TestSecureCookie: off the server's own machine the cookie is for TLS alone.
func TestSecureCookie(t *testing.T) {
	d := newDesk(t, token)
	for name, c := range map[string]struct {
		edit   func(r *http.Request)
		secure bool
	}{
		"localhost": {func(r *http.Request) { r.Host = "LocalHost" }, false},
		"IPv4":      {func(r *http.Request) { r.Host = "127.0.0.1" }, false},
		"IPv6":      {func(r *http.Request) { r.Host = "[::1]" }, false},
		"TLS":       {func(r *http.Request) { r.Host, r.TLS = "flyby.example", &tls.ConnectionState{} }, true},
		"proxy":     {func(r *http.Request) { r.Host = "flyby.example"; r.Header.Set("X-Forwarded-Proto", "https") }, true},
	} {
		if got := d.logIn(token, c.edit); got == nil || got.Secure != c.secure {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestSessions: a session lasts as long as its token holds, for twelve hours and for this server; a changed cookie is none.
func TestSessions(t *testing.T) {
	all := tokens(t, token+"\n"+"new-"+token)
	s, now := newSessions(), time.Unix(1e9, 0)
	hash := sha256.Sum256([]byte(token))
	value := s.value(hash, now.Add(sessionTime))
	if !s.has(value, all, now) || !s.has(value, all, now.Add(sessionTime-time.Second)) || s.has(value, all, now.Add(sessionTime)) {
		t.Error("the session does not last as long as it should")
	}
	if newSessions().has(value, all, now) {
		t.Error("another server knows the session")
	}
	for i := range len(value) {
		changed := []byte(value)
		if changed[i]++; s.has(string(changed), all, now) {
			t.Errorf("the value with another sign %d is a session", i)
		}
	}
	if s.has("", all, now) || s.has(value[:len(value)-4], all, now) || s.has(value+"AAAA", all, now) {
		t.Error("a value of another length is a session")
	}
	if err := os.WriteFile(all.path, []byte("new-"+token), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := all.Reload(); err != nil || s.has(value, all, now) {
		t.Error(err, "the session of a token that was taken away goes on")
	}
}

// TestNextPage: a login leads to a path of this server only.
func TestNextPage(t *testing.T) {
	for next, want := range map[string]string{
		"/v1/a?x=1&y=%2F": "/v1/a?x=1&y=%2F", "/": "/", "/a%20b": "/a%20b",
		"": "/", "v1": "/", "//evil.example": "/", "//evil.example/x": "/", "https://evil.example": "/", `/\evil.example`: "/", "/%2fevil.example/..": "/", "/\tevil": "/", "javascript:alert(1)": "/",
		"//u@evil.example/": "/", "/login": "/", "/logout": "/", "/v1#x": "/v1",
	} {
		if got := ownPath(next); got != want {
			t.Errorf("%q: %q, want %q", next, got, want)
		}
	}
}

// TestNoLogin: without tokens the paths are the routes'.
func TestNoLogin(t *testing.T) {
	c := Config{Hosts: []string{"localhost"}}
	d := desk{c.Handler(Routes(mux())), nil}
	for _, method := range []string{"GET", "POST"} {
		if a := d.ask(method, "/login", nil, nil); a.StatusCode != http.StatusNotFound {
			t.Error(method, a.Status)
		}
	}
}
