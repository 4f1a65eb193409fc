package door

import (
	"fmt"
	"log/slog"
	"net/http"
	"runtime"
	"runtime/debug"
	"time"

	"flyby/serve/problem"
)

// gate is the door before routes.
type gate struct {
	Config
	origins *http.CrossOriginProtection
	next    http.Handler
}

// Handler puts the door before routes, which are a ServeMux as Routes has it, or what wraps one. The routes need check nothing that the door does:
// the Body of their requests is unpacked, and fails with a *problem.Problem where it is too long, cut or no archive. A panic with http.ErrAbortHandler
// cuts the connection.
func (c Config) Handler(next http.Handler) http.Handler {
	return &gate{c, http.NewCrossOriginProtection(), next}
}

// ServeHTTP lets a request in or refuses it.
func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	v := newVisit(w, r, time.Now())
	defer func() { g.end(v, recover()) }()
	for name, value := range always {
		w.Header().Set(name, value)
	}
	if p := g.refuse(w.Header(), r); p != nil {
		p.WriteTo(v.answer)
		return
	}
	g.next.ServeHTTP(v.answer, v.request(r, g.maxBody()))
}

// always are headers that every answer has. A page has another policy, of Policy.
var always = map[string]string{
	"X-Content-Type-Options":       "nosniff",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Content-Security-Policy":      Policy("default-src 'none'; base-uri 'none'; form-action 'none'"),
}

// Policy is the Content-Security-Policy of a page that may load what policy says, and that no other page may frame. A page with a form must not ask
// for Referrer-Policy: no-referrer: a browser then posts with Origin: null, which is refused.
func Policy(policy string) string { return policy + "; frame-ancestors 'none'" }

// refuse says why a request is not let in, nil where it is.
func (g *gate) refuse(h http.Header, r *http.Request) *problem.Problem {
	switch {
	case !g.isCalled(r):
		return &problem.Problem{Status: http.StatusMisdirectedRequest, Detail: "the server is not called by the name in Host, unless it is started with --host"}
	case g.isForeign(r):
		return &problem.Problem{Status: http.StatusForbidden, Detail: "a page of another origin may not ask for this"}
	case !g.isKnown(r):
		h.Set("WWW-Authenticate", challenge(r))
		return &problem.Problem{Status: http.StatusUnauthorized, Detail: "a Bearer token that the server knows is needed"}
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

// isForeign reports whether a page of another origin has a browser send a request that does something. Origin: null is what sandboxed pages and
// files have, so it is nobody's own.
func (g *gate) isForeign(r *http.Request) bool {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions:
		return false
	}
	return g.origins.Check(r) != nil || r.Header.Get("Origin") == "null"
}

// end ends a request, with what its handler panicked with, nil for nothing.
func (g *gate) end(v *visit, panicked any) {
	cut := panicked == http.ErrAbortHandler
	if panicked != nil && !cut {
		g.logger().LogAttrs(v.ctx, slog.LevelError, "panic", slog.String("what", told(panicked)), slog.String("stack", string(debug.Stack())))
		if cut = v.answer.status != 0; !cut {
			(&problem.Problem{Status: http.StatusInternalServerError}).WriteTo(v.answer)
		}
	}
	cut = cut || !v.answer.last()
	v.close()
	v.log(g.logger(), cut)
	if cut {
		v.answer.give()
		panic(http.ErrAbortHandler)
	}
}

// told is what the log says of a panic. Errors of the runtime hold numbers; others may hold what clients sent, and the stack says where they are made.
func told(panicked any) string {
	if err, ok := panicked.(runtime.Error); ok {
		return err.Error()
	}
	return fmt.Sprintf("%T", panicked)
}
