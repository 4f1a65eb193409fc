package door

import (
	"net/http"

	"flyby/internal/door/problem"
)

// Routes returns a handler of mux whose 404 and 405 are problems. It records the matched pattern for the log.
func Routes(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.RequestURI == "*" {
			(&problem.Problem{Status: http.StatusBadRequest, Detail: "a request is of a path"}).WriteTo(w)
			return
		}
		route, pattern := mux.Handler(r)
		if v, ok := r.Context().Value(notesKey{}).(*visit); ok {
			v.route = pattern
		}
		if pattern == "" {
			if p := routeProblem(route, w.Header(), r); p != nil {
				p.WriteTo(w)
				return
			}
		}
		mux.ServeHTTP(w, r)
	})
}

// routeProblem returns the problem of a request that no route answers, made from the mux's answer; nil for a redirect.
func routeProblem(route http.Handler, h http.Header, r *http.Request) *problem.Problem {
	told := &statusRecorder{header: http.Header{}}
	route.ServeHTTP(told, r)
	switch told.code {
	case http.StatusNotFound:
		return &problem.Problem{Status: told.code, Detail: "nothing is at this path"}
	case http.StatusMethodNotAllowed:
		return wrongMethod(h, told.header.Get("Allow"))
	}
	return nil
}

// wrongMethod returns the problem of a request whose path has only other methods.
func wrongMethod(h http.Header, allowed string) *problem.Problem {
	h.Set("Allow", allowed)
	return &problem.Problem{Status: http.StatusMethodNotAllowed, Detail: "the path has " + allowed + " alone"}
}

// statusRecorder is a ResponseWriter that keeps the status and headers alone.
type statusRecorder struct {
	header http.Header
	code   int
}

func (s *statusRecorder) Header() http.Header         { return s.header }
func (s *statusRecorder) WriteHeader(code int)        { s.code = code }
func (s *statusRecorder) Write(p []byte) (int, error) { return len(p), nil }
