package door

import (
	"net/http"

	"flyby/serve/problem"
)

// Routes is a mux whose 404 and 405 are problems. It tells the log which pattern a request matched.
func Routes(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.RequestURI == "*" {
			(&problem.Problem{Status: http.StatusBadRequest, Detail: "a request is of a path"}).WriteTo(w)
			return
		}
		route, pattern := mux.Handler(r)
		if v, ok := r.Context().Value(noted{}).(*visit); ok {
			v.route = pattern
		}
		if pattern == "" {
			if p := astray(route, w.Header(), r); p != nil {
				p.WriteTo(w)
				return
			}
		}
		mux.ServeHTTP(w, r)
	})
}

// astray says why no route answers a request, from what a mux would answer; nil where it would lead the client elsewhere.
func astray(route http.Handler, h http.Header, r *http.Request) *problem.Problem {
	told := &status{header: http.Header{}}
	route.ServeHTTP(told, r)
	switch told.code {
	case http.StatusNotFound:
		return &problem.Problem{Status: told.code, Detail: "nothing is at this path"}
	case http.StatusMethodNotAllowed:
		h.Set("Allow", told.header.Get("Allow"))
		return &problem.Problem{Status: told.code, Detail: "the path has other methods, in Allow"}
	}
	return nil
}

// status takes an answer for its status and headers.
type status struct {
	header http.Header
	code   int
}

func (s *status) Header() http.Header         { return s.header }
func (s *status) WriteHeader(code int)        { s.code = code }
func (s *status) Write(p []byte) (int, error) { return len(p), nil }
