package serve

import (
	"errors"
	"net/http"
	"time"

	"flyby/internal/cli"
	"flyby/internal/door"
	"flyby/internal/door/problem"
	"flyby/internal/infile"
	"flyby/serve/internal/backlog"
)

// A route is an address with its handler.
type route struct {
	pattern string // as http.ServeMux has it
	asks    bool   // it has parameters
	answer  func(s *Server, w http.ResponseWriter, r *http.Request) error
}

// table lists the routes. openapi.json has the same.
func table() []route {
	all := []route{
		{"GET /{$}", true, (*Server).form},
		{"POST /{$}", false, (*Server).submit},
		{"GET /docs", false, (*Server).docs},
		{"GET /healthz", false, (*Server).health},
		{"GET /metrics", false, (*Server).measure},
		{"GET /openapi.json", false, (*Server).describe},
		{"GET /v1/databases", false, (*Server).listDatabases},
		{"GET /v1/databases/{name}", false, (*Server).showDatabase},
	}
	for _, k := range kinds() {
		all = append(all, route{"POST /v1/databases/{name}/" + string(k), true, k.answer})
	}
	return all
}

// routes returns the handler of all routes.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	for _, r := range append(table(), route{"POST /v1/databases/{name}/{question}", true, noQuestion}) {
		mux.HandleFunc(r.pattern, func(w http.ResponseWriter, req *http.Request) {
			counted, begun := &outgoing{ResponseWriter: w}, time.Now()
			s.metrics.start()
			defer func() { s.metrics.count(r.pattern, counted, time.Since(begun)) }()
			err := r.check(req)
			if err == nil {
				err = r.answer(s, counted, req)
			}
			if err != nil {
				s.refuse(counted, req, err)
			}
		})
	}
	return door.Routes(mux)
}

// noQuestion refuses a question that there is not, by the name of it.
func noQuestion(s *Server, w http.ResponseWriter, r *http.Request) error {
	return kind(infile.Shorten(r.PathValue("question"))).answer(s, w, r)
}

// check refuses parameters of a route that has none.
func (r *route) check(req *http.Request) error {
	if names := sortedKeys(req.URL.Query()); !r.asks && len(names) > 0 {
		return wrong(names[0], "is no parameter: there are none here")
	}
	return nil
}

// refuse answers with a problem. An answer of which a part was sent is cut, so that the part is not taken for the whole.
func (s *Server) refuse(w *outgoing, r *http.Request, err error) {
	if w.status != 0 || errors.Is(err, errGone) {
		w.cut = reasonOf(err)
		if !errors.Is(err, errGone) {
			s.config.Logger.Warn("answer is cut", "route", r.Pattern, "error", s.logged(err))
		}
		panic(http.ErrAbortHandler)
	}
	p := s.problemOf(err, s.find(r.PathValue("name")))
	switch p.Status {
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		w.Header().Set("Retry-After", "1")
	case http.StatusInternalServerError:
		s.config.Logger.Error("request failed", "route", r.Pattern, "error", s.logged(err))
	}
	if !s.refuseForm(w, r, err, p) {
		p.WriteTo(w)
	}
}

// reasonOf returns the reason why an answer is cut, as the metrics have it.
func reasonOf(err error) string {
	switch {
	case errors.Is(err, errGone):
		return "gone"
	case errors.Is(err, errLate):
		return "late"
	case errors.Is(err, backlog.ErrSlow):
		return "slow"
	}
	return "failed"
}

// logged returns an error as the log has it: without texts of clients.
func (s *Server) logged(err error) string {
	var told *problem.Problem
	if errors.As(err, &told) {
		return http.StatusText(told.Status)
	}
	return err.Error()
}

// named returns the data set that a request names, and its reading, which the caller gives back.
func (s *Server) named(name string) (*database, *reading, error) {
	d := s.find(name)
	if d == nil {
		return nil, nil, wrongStatus(http.StatusNotFound, "there is no such database: this server has %s", cli.Listed(s.namesOf(""), "and"))
	}
	r := d.take()
	if r == nil {
		return nil, nil, errEnding()
	}
	return d, r, nil
}

// namesOf returns the names of all databases, or of the databases of a kind of data.
func (s *Server) namesOf(of string) (all []string) {
	for _, d := range s.databases {
		if of == "" || d.Of == of {
			all = append(all, d.Name)
		}
	}
	return all
}

// An outgoing counts the bytes of an answer as they are sent.
type outgoing struct {
	http.ResponseWriter
	status int
	bytes  uint64
	rows   uint64
	cut    string // the reason, "" for an answer that is not cut
}

// WriteHeader notes the status.
func (c *outgoing) WriteHeader(status int) {
	if c.status == 0 {
		c.status = status
	}
	c.ResponseWriter.WriteHeader(status)
}

// Write counts bytes.
func (c *outgoing) Write(p []byte) (int, error) {
	if c.status == 0 {
		c.status = http.StatusOK
	}
	n, err := c.ResponseWriter.Write(p)
	c.bytes += uint64(n)
	return n, err
}

// Unwrap returns the writer below, for http.ResponseController.
func (c *outgoing) Unwrap() http.ResponseWriter { return c.ResponseWriter }
