package door

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
)

// TestLog: each request is a line, with the pattern of its route, and the rows and bytes of the answer.
func TestLog(t *testing.T) {
	log := &lines{}
	clients(t, Config{Logger: logger(log)}, Routes(mux()), func(t *testing.T, client *http.Client, at string) {
		for _, c := range []struct {
			method, path, route string
			status, rows, bytes float64
		}{
			{"GET", "/v1/secret?name=secret", "GET /v1/{name}", 200, 0, 6},
			{"POST", "/v1/secret", "POST /v1/{name}", 200, 5, 7},
			{"GET", "/healthz", "GET /healthz", 200, 0, 3},
			{"GET", "/secret", "", 404, 0, -1},
			{"HEAD", "/v1/secret", "GET /v1/{name}", 200, 0, 6},
			{"DELETE", "/v1/secret", "", 405, 0, -1},
			{"SECRET", "/v1/a", "", 405, 0, -1},
		} {
			var body io.Reader
			if c.method == "POST" {
				body = strings.NewReader("12345")
			}
			before := strings.Count(log.String(), "\n")
			ask(t, client, c.method, at+c.path, body, nil)
			waitFor(t, func() bool { return strings.Count(log.String(), "\n") > before })
			line := log.last(t)
			if c.method == "SECRET" {
				c.method = "other"
			}
			if line["msg"] != "request" || line["method"] != c.method || line["route"] != c.route || line["status"] != c.status || line["rows"] != c.rows ||
				c.bytes >= 0 && line["bytes"] != c.bytes || line["ms"].(float64) < 0 || line["cut"] != nil {
				t.Errorf("%+v: %v", c, line)
			}
		}
		if strings.Contains(strings.ToLower(log.String()), "secret") {
			t.Error(log)
		}
	})
}

// TestPanic: a request that panics is a 500, and an error with its stack in the log; the server goes on.
func TestPanic(t *testing.T) {
	log := &lines{}
	m := mux()
	m.HandleFunc("GET /panic/{how}", func(w http.ResponseWriter, r *http.Request) {
		switch r.PathValue("how") {
		case "text":
			panic("secret")
		case "error":
			panic(errors.New("secret"))
		case "runtime":
			w.Header().Set("Content-Encoding", "gzip")
			_ = []int{}[len(r.URL.Path)]
		}
	})
	clients(t, Config{Logger: logger(log)}, Routes(m), func(t *testing.T, client *http.Client, at string) {
		for how, what := range map[string]string{"text": `"what":"string"`, "error": `"what":"*errors.errorString"`, "runtime": "index out of range [14]"} {
			r := ask(t, client, "GET", at+"/panic/"+how, nil, nil)
			if r.isProblem(t, 500); strings.Contains(r.body, "secret") {
				t.Error(r.body)
			}
			waitFor(t, func() bool { return strings.Contains(log.String(), what) && log.last(t)["status"] == 500. })
		}
		if all := log.String(); strings.Contains(all, "secret") || strings.Count(all, `"level":"ERROR"`) < 3 || !strings.Contains(all, "log_test.go") {
			t.Error(all)
		}
		if r := ask(t, client, "GET", at+"/v1/a", nil, nil); r.status != 200 {
			t.Error(r)
		}
	})
}

// TestLatePanic: a client that has part of an answer is cut, so that it does not take the part for the
// whole.
func TestLatePanic(t *testing.T) {
	for _, what := range []any{http.ErrAbortHandler, "else"} {
		log := &lines{}
		m := mux()
		m.HandleFunc("GET /late", func(w http.ResponseWriter, r *http.Request) {
			io.WriteString(w, "part")
			http.NewResponseController(w).Flush()
			panic(what)
		})
		clients(t, Config{Logger: logger(log)}, Routes(m), func(t *testing.T, client *http.Client, at string) {
			a, err := client.Get(at + "/late")
			if err != nil {
				t.Fatal(err)
			}
			defer a.Body.Close()
			if got, err := io.ReadAll(a.Body); err == nil || string(got) != "part" {
				t.Errorf("%q, %v", got, err)
			}
			waitFor(t, func() bool { return strings.Contains(log.String(), `"msg":"request"`) })
			if line := log.last(t); line["status"] != 200. || line["cut"] != true || line["bytes"] != 4. {
				t.Error(line)
			}
			if told := strings.Contains(log.String(), `"level":"ERROR"`); told != (what == "else") {
				t.Error(log)
			}
		})
	}
}

// TestAbort: a handler that panics with http.ErrAbortHandler before it has answered gives no answer.
func TestAbort(t *testing.T) {
	m := mux()
	m.HandleFunc("POST /abort", func(w http.ResponseWriter, r *http.Request) {
		io.ReadFull(r.Body, make([]byte, 1))
		panic(http.ErrAbortHandler)
	})
	clients(t, Config{}, Routes(m), func(t *testing.T, client *http.Client, at string) {
		if a, err := client.Post(at+"/abort", "text/csv", strings.NewReader("some")); err == nil {
			t.Error(a)
		}
	})
}

// TestTrailers: trailers pass the door.
func TestTrailers(t *testing.T) {
	m := mux()
	m.HandleFunc("GET /trailers", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Trailer", "Rows")
		io.WriteString(w, "x")
		w.Header().Set("Rows", "7")
	})
	clients(t, Config{}, Routes(m), func(t *testing.T, client *http.Client, at string) {
		a, err := client.Get(at + "/trailers")
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, a.Body)
		a.Body.Close()
		if a.Trailer.Get("Rows") != "7" {
			t.Error(a.Trailer)
		}
	})
}

// TestPolicyOfPages: a page sets its own policy, and keeps the other headers of every answer.
func TestPolicyOfPages(t *testing.T) {
	m := mux()
	m.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", Policy("default-src 'none'; form-action 'self'"))
		io.WriteString(w, "<form>")
	})
	at := serve(t, Config{}, Routes(m))
	r := ask(t, plain(t), "GET", "http://"+at, nil, nil)
	if r.isGuarded(t); r.header.Get("Content-Security-Policy") != "default-src 'none'; form-action 'self'; frame-ancestors 'none'" {
		t.Error(r.header)
	}
}

// TestClientGoes: the context of a request ends when its client goes away, during the body and after it.
func TestClientGoes(t *testing.T) {
	began, ended := make(chan bool), make(chan error)
	m := mux()
	m.HandleFunc("POST /wait", func(w http.ResponseWriter, r *http.Request) {
		_, err := io.ReadFull(r.Body, make([]byte, 4))
		if err == nil {
			_, err = r.Body.Read(make([]byte, 1)) // the end of the body, after which the server watches for the client's close
		}
		began <- err == io.EOF
		<-r.Context().Done()
		ended <- r.Context().Err()
	})
	at := serve(t, Config{}, Routes(m))
	c := dial(t, at)
	io.WriteString(c, "POST /wait HTTP/1.1\r\nHost: "+at+"\r\nContent-Length: 4\r\n\r\nbody")
	if !<-began {
		t.Error("the body has no end")
	}
	c.Close()
	if err := <-ended; err == nil {
		t.Error(err)
	}
}
