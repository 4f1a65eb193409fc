package door

import (
	"context"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"
)

// visit is a request on its way through the door, with its line in the log.
type visit struct {
	ctx    context.Context
	start  time.Time
	method string
	answer *answer
	body   *unpacked // nil: the request has none, or it was refused
	notes
}

// notes has the values that routes set for the log.
type notes struct {
	route string // the pattern, not the path
	rows  atomic.Int64
}

// notesKey is the key of notes in a context.
type notesKey struct{}

// SetRows sets the number of the answer's rows in the log's line. It may be called again.
func SetRows(ctx context.Context, n int64) {
	if v, ok := ctx.Value(notesKey{}).(*visit); ok {
		v.rows.Store(n)
	}
}

// newVisit starts a visit.
func newVisit(w http.ResponseWriter, r *http.Request, start time.Time) *visit {
	a := &answer{ResponseWriter: w, control: http.NewResponseController(w), isHTTP1: r.ProtoMajor == 1}
	v := &visit{ctx: r.Context(), start: start, method: named(r.Method), answer: a}
	if hasBody(r) {
		// Without full duplex the server would read on, for as long as the client likes, before it sends an
		// answer.
		a.control.EnableFullDuplex() //nolint:errcheck // a recorder of tests has none
		a.body = &body{from: r.Body, control: a.control}
	}
	return v
}

// hasBody reports whether a request has a body. In HTTP/2 none is http.NoBody.
func hasBody(r *http.Request) bool {
	return r.Body != nil && r.Body != http.NoBody && r.ContentLength != 0
}

// named returns the method of a request if HTTP has it, and one name for all others, as clients may send any.
func named(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodConnect, http.MethodOptions,
		http.MethodTrace:
		return method
	}
	return "other"
}

// request returns the request for routes, with its body unpacked.
func (v *visit) request(r *http.Request, maxBody int64) *http.Request {
	of := r.WithContext(context.WithValue(v.ctx, notesKey{}, v))
	if v.answer.body == nil {
		return of
	}
	how := packing(r)
	v.body = newUnpacked(v.answer.body, how, maxBody)
	of.Body = v.body
	if r.Header["Content-Encoding"] == nil {
		return of
	}
	of.Header = r.Header.Clone()
	of.Header.Del("Content-Encoding")
	if how != "" {
		of.Header.Del("Content-Length")
		of.ContentLength = -1
	}
	return of
}

// close frees the body's memory, and ends all reading of it.
func (v *visit) close() {
	if v.body != nil {
		v.body.Close() //nolint:errcheck // Close returns no error
	}
	if v.answer.body != nil {
		v.answer.body.answered.Store(true)
	}
}

// log writes the request's line.
func (v *visit) log(to *slog.Logger, cut bool) {
	status := v.answer.status
	switch {
	case v.answer.isCut():
		status = http.StatusRequestTimeout
	case status == 0 && !cut:
		status = http.StatusOK // the server sends it
	}
	ms := float64(time.Since(v.start).Microseconds()) / 1e3
	all := []slog.Attr{slog.String("method", v.method), slog.String("route", v.route), slog.Int("status", status), slog.Int64("rows", v.rows.Load()),
		slog.Int64("bytes", v.answer.bytes), slog.Float64("ms", ms)}
	if cut {
		all = append(all, slog.Bool("cut", true))
	}
	to.LogAttrs(v.ctx, slog.LevelInfo, "request", all...)
}
