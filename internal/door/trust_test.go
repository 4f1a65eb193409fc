package door

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestHost: a server answers to its own names with its own port, and to no others.
func TestHost(t *testing.T) {
	c := Config{Hosts: []string{"flyby.example", "other.example:8443", "::2"}}
	clients(t, c, Routes(mux()), func(t *testing.T, client *http.Client, at string) {
		_, port, _ := net.SplitHostPort(at[strings.Index(at, "//")+2:])
		for host, status := range map[string]int{
			"localhost:" + port: 200, "LocalHost:" + port: 200, "127.0.0.1:" + port: 200, "[::1]:" + port: 200,
			"flyby.example": 200, "Flyby.Example:99": 200, "other.example:8443": 200, "[::2]": 200, "[::2]:99": 200,
			"evil.example": 421, "evil.example:" + port: 421, "localhost": 421, "localhost:1": 421, "127.0.0.1": 421, "127.0.0.2:" + port: 421,
			"0.0.0.0:" + port: 421, "0177.0.0.1:" + port: 421, "[::]:" + port: 421, "other.example": 421, "other.example:1": 421,
			"localhost.:" + port: 421, "localhost.evil.example:" + port: 421, "flyby.example.evil.example": 421, "evil.example:" + port + ":" + port: 421,
			"localhost:0" + port: 200, "localhost:+" + port: 421, "localhost:99999": 421,
		} {
			for _, method := range []string{"GET", "POST"} {
				r := ask(t, client, method, at+"/v1/a", nil, func(r *http.Request) { r.Host = host })
				if r.status != status {
					t.Errorf("%s with Host %s: %d, want %d", method, host, r.status, status)
				}
				if r.status != 200 {
					r.isProblem(t, 421)
					if !strings.Contains(r.body, host) {
						t.Errorf("%s with Host %s: %s", method, host, r.body)
					}
				}
			}
		}
	})
}

// TestHostOfPort: a name without a port has the port of its scheme.
func TestHostOfPort(t *testing.T) {
	local := func(s string) net.Addr {
		a, err := net.ResolveTCPAddr("tcp", s)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	secure := httptest.NewRequest("GET", "https://localhost", nil).TLS
	for _, c := range []struct {
		local net.Addr
		host  string
		of    bool // TLS
		want  bool
	}{
		{local("10.0.0.7:80"), "10.0.0.7", false, true},
		{local("10.0.0.7:80"), "localhost", false, true},
		{local("10.0.0.7:80"), "10.0.0.8", false, false},
		{local("10.0.0.7:443"), "10.0.0.7", true, true},
		{local("10.0.0.7:443"), "10.0.0.7", false, false},
		{local("10.0.0.7:80"), "10.0.0.7", true, false},
		{local("[fe80::1%1]:80"), "[fe80::1]", false, true},
		{local("[::ffff:10.0.0.7]:80"), "10.0.0.7", false, true},
		{&net.UnixAddr{Name: "/s", Net: "unix"}, "localhost", false, true},
		{&net.UnixAddr{Name: "/s", Net: "unix"}, "127.0.0.1:99", false, true},
		{&net.UnixAddr{Name: "/s", Net: "unix"}, "evil.example", false, false},
		{nil, "localhost", false, false},
	} {
		of := secure
		if !c.of {
			of = nil
		}
		host, port := cutPort(c.host)
		if got := isLocal(c.local, host, port, of); got != c.want {
			t.Errorf("%v is called %s, TLS %v: %v", c.local, c.host, c.of, got)
		}
	}
}

// TestNoHost: a request of HTTP/1.0 without a Host is refused.
func TestNoHost(t *testing.T) {
	at := serve(t, Config{Hosts: []string{""}}, Routes(mux()))
	if got := raw(t, at, "GET /v1/a HTTP/1.0\r\n\r\n"); !strings.HasPrefix(got, "HTTP/1.0 421 ") {
		t.Error(got)
	}
}

// TestOptionsOfServer: OPTIONS * passes the door like any request.
func TestOptionsOfServer(t *testing.T) {
	at := serve(t, Config{}, Routes(mux()))
	for host, want := range map[string]string{at: "HTTP/1.1 400 ", "evil.example": "HTTP/1.1 421 "} {
		if got := raw(t, at, "OPTIONS * HTTP/1.1\r\nHost: "+host+"\r\nConnection: close\r\n\r\n"); !strings.HasPrefix(got, want) || !strings.Contains(got, "nosniff") {
			t.Error(got)
		}
	}
}

// TestOrigin: a page of another origin, or of none, cannot make a browser post; clients other than browsers can.
func TestOrigin(t *testing.T) {
	clients(t, Config{}, Routes(mux()), func(t *testing.T, client *http.Client, at string) {
		for _, c := range []struct {
			origin, site string
			status       int
		}{
			{"", "", 200},
			{at, "", 200},
			{at, "same-origin", 200},
			{"", "none", 200},
			{"http://evil.example", "", 403},
			{"http://evil.example", "cross-site", 403},
			{at, "cross-site", 403},
			{"http://localhost:3000", "same-site", 403},
			{"", "cross-site", 403},
			{"null", "", 403},
			{"null", "same-origin", 403},
			{"null", "none", 403},
		} {
			r := ask(t, client, "POST", at+"/v1/a", strings.NewReader("x"), func(r *http.Request) {
				for name, value := range map[string]string{"Origin": c.origin, "Sec-Fetch-Site": c.site} {
					if value != "" {
						r.Header.Set(name, value)
					}
				}
			})
			if r.status != c.status {
				t.Errorf("%+v: %d", c, r.status)
			}
			if r.status != 200 {
				r.isProblem(t, 403)
			}
			r.isGuarded(t)
		}
	})
}

// TestNoLeave: a preflight request of a browser gets no permission.
func TestNoLeave(t *testing.T) {
	clients(t, Config{}, Routes(mux()), func(t *testing.T, client *http.Client, at string) {
		r := ask(t, client, "OPTIONS", at+"/v1/a", nil, func(r *http.Request) {
			r.Header.Set("Origin", "http://evil.example")
			r.Header.Set("Access-Control-Request-Method", "POST")
		})
		r.isProblem(t, 405)
	})
}

// TestToken: a client without a token that the server knows is refused, in every way that HTTP writes one, and asked for one.
func TestToken(t *testing.T) {
	c := Config{Tokens: tokens(t, token+"\n\nsecond-"+token+"\r\n")}
	clients(t, c, Routes(mux()), func(t *testing.T, client *http.Client, at string) {
		for _, c := range []struct {
			path      string
			all       []string
			status    int
			challenge string
		}{
			{"/v1/a", []string{"Bearer " + token}, 200, ""},
			{"/v1/a", []string{"bearer  " + token}, 200, ""},
			{"/v1/a", []string{"Bearer second-" + token}, 200, ""},
			{"/v1/a", nil, 401, `Bearer realm="flyby"`},
			{"/v1/a?access_token=" + token, nil, 401, `Bearer realm="flyby"`},
			{"/v1/a", []string{token}, 401, `Bearer realm="flyby"`},
			{"/v1/a", []string{"Basic " + token}, 401, `Bearer realm="flyby"`},
			{"/v1/a", []string{"Bearer"}, 401, `Bearer realm="flyby"`},
			{"/v1/a", []string{"Bearer "}, 401, ""},
			{"/v1/a", []string{"Bearer " + token[1:]}, 401, `Bearer realm="flyby", error="invalid_token"`},
			{"/v1/a", []string{"Bearer " + token + "x"}, 401, `Bearer realm="flyby", error="invalid_token"`},
			{"/v1/a", []string{"Bearer " + token, "Bearer " + token}, 401, `Bearer realm="flyby"`},
			{"/nowhere", nil, 401, `Bearer realm="flyby"`},
			{"/healthz", nil, 200, ""},
			{"//healthz", nil, 401, `Bearer realm="flyby"`},
			{"/healthz/", nil, 401, `Bearer realm="flyby"`},
			{"/v1/../healthz", nil, 401, `Bearer realm="flyby"`},
			{"/v1/healthz", nil, 401, `Bearer realm="flyby"`},
		} {
			r := ask(t, client, "GET", at+c.path, nil, func(r *http.Request) { r.Header["Authorization"] = c.all })
			got := r.header.Get("WWW-Authenticate")
			if r.status != c.status || c.challenge != "" && got != c.challenge || c.status == 200 && got != "" {
				t.Errorf("%s %q: %d, %q", c.path, c.all, r.status, got)
			}
			if r.status != 200 {
				r.isProblem(t, 401)
			}
		}
		ask(t, client, "POST", at+"/healthz", nil, nil).isProblem(t, 401)
	})
}

// TestTokenIsNotLogged: neither a token nor a client's address is in the log or an answer.
func TestTokenIsNotLogged(t *testing.T) {
	log := &lines{}
	at := serve(t, Config{Tokens: tokens(t, token), Logger: logger(log)}, Routes(mux()))
	for _, shown := range []string{token, "wrong-wrong-wrong-wrong"} {
		for _, path := range []string{"/v1/secretname", "/nowhere/secretname", "/v1/a?secretname=1&token=" + token} {
			r := ask(t, plain(t), "GET", "http://"+at+path, nil, func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+shown) })
			if all := log.String(); strings.Contains(all, shown) || strings.Contains(all, token) || strings.Contains(all, "secretname") || strings.Contains(r.body, shown) {
				t.Error(all, r.body)
			}
		}
	}
}

// TestOrderOfRefusals: a request with a foreign name learns nothing about tokens, and one without a token nothing about routes
// and bodies.
func TestOrderOfRefusals(t *testing.T) {
	at := serve(t, Config{Tokens: tokens(t, token), MaxBody: 1}, Routes(mux()))
	for _, c := range []struct {
		host, origin, token string
		status              int
	}{
		{"evil.example", "null", "", 421},
		{at, "null", "", 403},
		{at, "", "", 401},
		{at, "", token, 415},
	} {
		r := ask(t, plain(t), "POST", "http://"+at+"/nowhere", strings.NewReader("long"), func(r *http.Request) {
			r.Host = c.host
			r.Header.Set("Authorization", "Bearer "+c.token)
			r.Header.Set("Content-Encoding", "br")
			if c.origin != "" {
				r.Header.Set("Origin", c.origin)
			}
		})
		r.isProblem(t, c.status)
	}
}

// TestRoutes: a request that no route answers is a problem, with the methods that the path has.
func TestRoutes(t *testing.T) {
	clients(t, Config{}, Routes(mux()), func(t *testing.T, client *http.Client, at string) {
		ask(t, client, "GET", at+"/nowhere", nil, nil).isProblem(t, 404)
		r := ask(t, client, "DELETE", at+"/v1/a", nil, nil)
		r.isProblem(t, 405)
		if r.header.Get("Allow") != "GET, HEAD, POST" {
			t.Error(r.header)
		}
		if r := ask(t, client, "GET", at+"//v1/a", nil, nil); r.status != 307 || r.header.Get("Location") != "/v1/a" {
			t.Error(r)
		}
		if r := ask(t, client, "GET", at+"//nowhere", nil, nil); r.status != 307 {
			t.Error(r)
		}
		ask(t, client, "GET", at+"/v1/a", nil, nil).isGuarded(t)
	})
}
