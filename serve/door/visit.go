package door

import (
	"context"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"
)

// visit is a request on its way through the door, and what the log says of it.
type visit struct {
	ctx    context.Context
	start  time.Time
	method string
	answer *answer
	body   *unpacked // nil: there is none, or it was refused
	notes
}

// notes is what routes tell the log.
type notes struct {
	route string // the pattern, no path
	rows  atomic.Int64
}

// noted is the key of notes in a context.
type noted struct{}

// SetRows tells the line of the log how many rows the answer has. It may be called again.
func SetRows(ctx context.Context, n int64) {
	if v, ok := ctx.Value(noted{}).(*visit); ok {
		v.rows.Store(n)
	}
}

// newVisit begins.
func newVisit(w http.ResponseWriter, r *http.Request, start time.Time) *visit {
	a := &answer{ResponseWriter: w, control: http.NewResponseController(w), ofOne: r.ProtoMajor == 1}
	v := &visit{ctx: r.Context(), start: start, method: named(r.Method), answer: a}
	if hasBody(r) {
		// Without full duplex the server reads on, for as long as the client likes, before it sends an answer.
		a.control.EnableFullDuplex() //nolint:errcheck // a recorder of tests has none
		a.body = &body{from: r.Body, control: a.control}
	}
	return v
}

// hasBody reports whether a request has a body. In HTTP/2 none is http.NoBody.
func hasBody(r *http.Request) bool {
	return r.Body != nil && r.Body != http.NoBody && r.ContentLength != 0
}

// named is a method of a request: one that HTTP has, as clients may name one as they like.
func named(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodConnect, http.MethodOptions,
		http.MethodTrace:
		return method
	}
	return "other"
}

// request is the request as routes get it: its body is unpacked.
func (v *visit) request(r *http.Request, maxBody int64) *http.Request {
	of := r.WithContext(context.WithValue(v.ctx, noted{}, v))
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

// close gives back what the body took, and has nobody read it any more.
func (v *visit) close() {
	if v.body != nil {
		v.body.Close() //nolint:errcheck // it returns none
	}
	if v.answer.body != nil {
		v.answer.body.over.Store(true)
	}
}

// log writes a line.
func (v *visit) log(to *slog.Logger, cut bool) {
	status := v.answer.status
	switch {
	case v.answer.isCut():
		status = http.StatusRequestTimeout
	case status == 0 && !cut:
		status = http.StatusOK // the server writes it
	}
	ms := float64(time.Since(v.start).Microseconds()) / 1e3
	all := []slog.Attr{slog.String("method", v.method), slog.String("route", v.route), slog.Int("status", status), slog.Int64("rows", v.rows.Load()),
		slog.Int64("bytes", v.answer.bytes), slog.Float64("ms", ms)}
	if cut {
		all = append(all, slog.Bool("cut", true))
	}
	to.LogAttrs(v.ctx, slog.LevelInfo, "request", all...)
}
