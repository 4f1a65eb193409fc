package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"syscall"

	"flyby"
	"flyby/cluster"
	"flyby/internal/cli"
	"flyby/internal/door/problem"
	"flyby/internal/infile"
	"flyby/internal/source"
	"flyby/internal/spill"
	"flyby/job"
	"flyby/serve/internal/queue"
	"flyby/trajectory/format"
)

// wrong is a problem with a parameter.
func wrong(parameter, format string, args ...any) error {
	return &problem.Problem{Status: http.StatusBadRequest, Parameter: parameter, Detail: parameter + " " + fmt.Sprintf(format, args...)}
}

// wrongStatus is a problem with a status.
func wrongStatus(status int, format string, args ...any) error {
	return &problem.Problem{Status: status, Detail: fmt.Sprintf(format, args...)}
}

// errEnding is the problem of a request that comes while the server ends.
func errEnding() error {
	return wrongStatus(http.StatusServiceUnavailable, "the server is ending")
}

// errLate ends a request that took too long, and errGone a request whose client has gone.
var (
	errLate = errors.New("serve: the time of the request is over")
	errGone = errors.New("serve: the client has gone")
)

// errBody wraps an error about the queries or the zones of a request, which are the client's.
type errBody struct {
	error
	kind
	isLines bool // the first line is a row
}

// zonesName is the name in errors of the zones of a request.
const zonesName = "the zones"

// isBody reports whether messages call a body by a name.
func isBody(name string) bool { return name == job.QueriesName || name == zonesName }

// asksWith reports whether a kind of requests has a parameter.
func asksWith(name string) bool {
	return slices.ContainsFunc(kinds(), func(k kind) bool { return slices.Contains(Parameters(string(k)), name) })
}

func (e errBody) Unwrap() error { return e.error }

// problemOf returns the problem that a client is sent for an error; its status is 500 where the error is not the client's. It names no file: where the error names the files of data set d, the problem has the name of d.
func (s *Server) problemOf(err error, d *database) *problem.Problem {
	var told *problem.Problem
	var large *http.MaxBytesError
	var flat *cluster.NoKneeError
	switch {
	case errors.As(err, &told):
		return told
	case errors.As(err, &large):
		return &problem.Problem{Status: http.StatusRequestEntityTooLarge, Detail: fmt.Sprintf("the body is longer than %d bytes", large.Limit)}
	case errors.Is(err, errLate):
		return &problem.Problem{Status: http.StatusGatewayTimeout, Detail: fmt.Sprintf("no answer within %v", s.config.Timeout)}
	case errors.Is(err, queue.ErrFull):
		return &problem.Problem{Status: http.StatusTooManyRequests, Detail: fmt.Sprintf("%d searches wait already", s.config.Queue)}
	case errors.Is(err, queue.ErrShut):
		return &problem.Problem{Status: http.StatusServiceUnavailable, Detail: "the server is ending"}
	case errors.Is(err, format.ErrChanged):
		return &problem.Problem{Status: http.StatusServiceUnavailable, Detail: "the files of the database have changed, and are to be read anew first"}
	case errors.Is(err, spill.ErrNoRoom), errors.Is(err, syscall.ENOSPC):
		return &problem.Problem{Status: http.StatusServiceUnavailable, Detail: "other requests have taken the room that there is for files of requests"}
	case errors.Is(err, queue.ErrNever):
		return &problem.Problem{Status: http.StatusUnprocessableEntity, Detail: "more memory than there is"}
	case errors.Is(err, flyby.ErrMemory):
		return &problem.Problem{Status: http.StatusUnprocessableEntity, Detail: "more memory than there is: " + s.without(cli.Message(err), d)}
	case errors.Is(err, job.ErrMaxRows):
		return &problem.Problem{Status: http.StatusUnprocessableEntity, Detail: fmt.Sprintf("more than %d rows, which no answer may have: limit, top and a smaller distance make it shorter", s.config.MaxRows)}
	case errors.As(err, &flat):
		return &problem.Problem{Status: http.StatusUnprocessableEntity, Parameter: "eps", Detail: cli.Message(err)}
	case errors.Is(err, format.ErrNoHeights): // in the queries or in the data
		return &problem.Problem{Status: http.StatusBadRequest, Parameter: "vertical", Detail: "vertical: " + s.without(cli.Message(err), d)}
	}
	if field := (*job.FieldError)(nil); errors.As(err, &field) && asksWith(strings.ToLower(field.Field)) {
		name := strings.ToLower(field.Field)
		return &problem.Problem{Status: http.StatusBadRequest, Parameter: name, Detail: s.without(name+" "+field.Text, d)}
	}
	return s.problemOfData(err, d)
}

// problemOfData is problemOf for errors about the queries of a request, and about differences in kind between queries and entries.
func (s *Server) problemOfData(err error, d *database) *problem.Problem {
	var body errBody
	var row *infile.Error
	var degrees *source.DegreesError
	switch {
	case !errors.As(err, &body), errors.As(err, &row) && !isBody(row.File):
		return &problem.Problem{Status: http.StatusInternalServerError, Detail: "the log of the server tells more"}
	case row != nil:
		return &problem.Problem{Status: http.StatusBadRequest, Row: rowOf(row, body.isLines), Column: row.Column, Value: infile.Shorten(row.Value), Detail: s.without(body.withParameters(ofBody(causeAt(row))), d)}
	case errors.As(err, &degrees):
		return &problem.Problem{Status: http.StatusBadRequest, Detail: "the queries look like degrees, and are read as metres"}
	}
	return &problem.Problem{Status: http.StatusBadRequest, Detail: s.without(body.withParameters(cli.Message(err)), d)}
}

// withParameters has an error of a body name the parameter in place of a flag. If there is none the flag is the server's.
func (k kind) withParameters(text string) string {
	return regexp.MustCompile(`--[a-z][a-z-]*`).ReplaceAllStringFunc(text, func(flag string) string {
		if name := k.parameterOf(strings.TrimPrefix(flag[2:], "query-")); slices.Contains(Parameters(string(k)), name) {
			return name
		}
		return "flyby serve " + flag
	})
}

// ofBody rewords an error about a file for a body, which has headers in place of a file name.
func ofBody(cause string) string {
	what, ending, found := strings.Cut(cause, ", which is read from a file whose name ends in ")
	if !found {
		return cause
	}
	coding, known := map[string]string{".gz": "gzip", ".zst": "zstd"}[ending]
	if !known {
		return what + ", which needs another Content-Type"
	}
	return what + ", which needs Content-Encoding: " + coding
}

// causeAt returns the cause of an error, and before it the path to a row of JSON.
func causeAt(e *infile.Error) string {
	if e.Path == "" {
		return e.Cause
	}
	return e.Path + ": " + e.Cause
}

// rowOf returns the row of a body that an error is about, 0 where the error has none. The header of CSV is no row.
func rowOf(e *infile.Error, isLines bool) int64 {
	switch {
	case isLines && e.Line > 0:
		return int64(e.Line)
	case e.Line > 1:
		return int64(e.Line - 1)
	case e.Group > 0:
		return int64(e.Row + 1)
	}
	return int64(max(e.Record, e.Index))
}

// without returns a text in which the name of the data set replaces the names of its files.
func (s *Server) without(text string, d *database) string {
	if d == nil {
		return text
	}
	names := slices.Clone(d.Files)
	d.mutex.Lock()
	if d.now != nil {
		names = append(names, d.now.name())
		for _, file := range d.now.stamps {
			names = append(names, file.path)
		}
	}
	d.mutex.Unlock()
	names = append(names, s.config.Ask.Machine.Tmp)
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	for _, name := range names {
		if name != "" {
			text = strings.ReplaceAll(text, name, d.Name)
		}
	}
	return text
}

// causeOf returns the reason why the context has ended in place of an error, if the context has ended: errGone unless it is the server's.
func causeOf(ctx context.Context, err error) error {
	if ctx.Err() == nil || err == nil {
		return err
	}
	if cause := context.Cause(ctx); !errors.Is(cause, context.Canceled) {
		return cause
	}
	return errGone
}
