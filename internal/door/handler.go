package door

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime"
	"runtime/debug"
	"time"

	"flyby/internal/door/problem"
)

// gate is the door before routes.
type gate struct {
	Config
	origins  *http.CrossOriginProtection
	sessions *sessions
	wrong    chan struct{} // has an element for each answer to a wrong token that waits
	next     http.Handler
}

// Handler puts the door before routes, which are Routes' result or a handler around it. The routes need not repeat the door's checks: the
// Body of their requests is unpacked, and fails with a *problem.Problem where it is too long, cut or no archive. A panic with
// http.ErrAbortHandler cuts the connection.
func (c Config) Handler(next http.Handler) http.Handler {
	return &gate{c, http.NewCrossOriginProtection(), newSessions(), make(chan struct{}, mostWrong), next}
}

// ServeHTTP admits a request or refuses it.
func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	v := newVisit(w, r, time.Now())
	defer func() { g.end(v, recover()) }()
	for name, value := range answerHeaders {
		w.Header().Set(name, value)
	}
	p := g.refuse(w.Header(), r)
	if p == nil && !asksHealth(r) {
		p = g.place(w.Header(), r)
	}
	if isStranger(r) { // what has no place is answered once
		w.Header().Set("Connection", "close")
	}
	switch {
	case p == nil:
		if r = v.request(r, g.maxBody()); !g.login(v.answer, r) {
			g.next.ServeHTTP(v.answer, r)
		}
	case p.Status == http.StatusUnauthorized && isBrowser(r):
		sendToLogin(v.answer, r)
	default:
		p.WriteTo(v.answer)
	}
}

// answerHeaders has the headers of every answer. A page has another policy, from Policy.
var answerHeaders = map[string]string{
	"X-Content-Type-Options":       "nosniff",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Content-Security-Policy":      Policy("default-src 'none'; base-uri 'none'; form-action 'none'"),
}

// Policy returns the Content-Security-Policy of a page that may load what policy says, and that no other page may frame. A page with a form
// must not ask for Referrer-Policy: no-referrer: a browser then posts with Origin: null, which is refused.
func Policy(policy string) string { return policy + "; frame-ancestors 'none'" }

// refuse returns the problem for which a request is refused, nil where it is admitted.
func (g *gate) refuse(h http.Header, r *http.Request) *problem.Problem {
	switch {
	case !g.isCalled(r):
		return &problem.Problem{Status: http.StatusMisdirectedRequest, Detail: fmt.Sprintf("the server is not called %.300q, the name in Host, unless it is started with --host", r.Host)}
	case g.isForeign(r):
		return &problem.Problem{Status: http.StatusForbidden, Detail: "a page of another origin may not ask for this"}
	case !g.isKnown(r):
		h.Set("WWW-Authenticate", challenge(r))
		return &problem.Problem{Status: http.StatusUnauthorized, Detail: "a Bearer token that the server knows is needed, or a session of a browser, which GET /login begins"}
	case !hasBody(r):
		return nil
	case packing(r) == unknown:
		h.Set("Accept-Encoding", "gzip, zstd")
		return &problem.Problem{Status: http.StatusUnsupportedMediaType, Detail: "Content-Encoding is none of gzip and zstd"}
	case r.ContentLength > g.maxBody():
		return tooLong(g.maxBody())
	}
	return nil
}

// place waits for a place of the request's connection, and returns the problem of a request that gets none.
func (g *gate) place(h http.Header, r *http.Request) *problem.Problem {
	err := enter(r)
	if err == nil {
		return nil
	}
	h.Set("Retry-After", "1")
	detail := "the server is ending"
	if errors.Is(err, errCrowded) {
		detail = "as many connections wait for a place as may"
	}
	return &problem.Problem{Status: http.StatusServiceUnavailable, Detail: detail}
}

// isForeign reports whether a page of another origin made a browser send a request with effects. Sandboxed pages and files send Origin: null,
// which is never the server's own.
func (g *gate) isForeign(r *http.Request) bool {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions:
		return false
	}
	return g.origins.Check(r) != nil || r.Header.Get("Origin") == "null"
}

// end ends a request, given the value that its handler panicked with, nil for none.
func (g *gate) end(v *visit, panicked any) {
	cut := panicked == http.ErrAbortHandler
	if panicked != nil && !cut {
		g.logger().LogAttrs(v.ctx, slog.LevelError, "panic", slog.String("what", panicText(panicked)), slog.String("stack", string(debug.Stack())))
		if cut = v.answer.status != 0; !cut {
			(&problem.Problem{Status: http.StatusInternalServerError}).WriteTo(v.answer)
		}
	}
	cut = cut || !v.answer.finish()
	v.close()
	v.log(g.logger(), cut)
	if cut {
		v.answer.stopReading()
		panic(http.ErrAbortHandler)
	}
}

// panicText returns the text of a panic for the log. Errors of the runtime hold numbers; for others, which may hold clients' data, it returns the
// type, and the stack says where they are made.
func panicText(panicked any) string {
	if err, ok := panicked.(runtime.Error); ok {
		return err.Error()
	}
	return fmt.Sprintf("%T", panicked)
}
