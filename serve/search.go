package serve

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"flyby/internal/door"
	"flyby/internal/printable"
	"flyby/internal/spill"
	"flyby/job"
	"flyby/report"
	"flyby/serve/internal/backlog"
	"flyby/serve/internal/queue"
)

// A request is one question on its way to its answer.
type request struct {
	*Server
	d    *database
	read *reading
	q    *asked
	form media
	to   *answer
	own  *outgoing
}

// noBody refuses a request with a body, which would be ignored.
func noBody(r *http.Request) error {
	if n, err := r.Body.Read(make([]byte, 1)); n > 0 || err != nil && err != io.EOF {
		return wrongStatus(http.StatusBadRequest, "a body, and there is to be none: POST .../search has queries")
	}
	return nil
}

// A body is the queries of a request, to be read.
type body struct {
	io.Reader // nil: there are none
	format    string
}

// bodyFormats maps the types of bodies to the words of formats.
func bodyFormats() map[string]string {
	return map[string]string{
		"text/csv": "csv", "application/x-ndjson": lines, "application/json": lines, "application/geo+json": lines, "application/vnd.apache.arrow.stream": "arrow", "application/vnd.apache.parquet": "parquet",
	}
}

// lines is the word of JSON, the format whose first line is a row.
const lines = "json"

// bodyFormat returns the word of the format of a body's type.
func bodyFormat(header string) (string, error) {
	of, params, err := mime.ParseMediaType(header)
	format, known := bodyFormats()[of]
	if err != nil || !known {
		return "", wrongStatus(http.StatusUnsupportedMediaType, "the Content-Type of queries must be one of text/csv, application/x-ndjson, application/json, application/geo+json, application/vnd.apache.arrow.stream and application/vnd.apache.parquet")
	}
	if charset := params["charset"]; charset != "" && !strings.EqualFold(charset, "utf-8") && !strings.EqualFold(charset, "us-ascii") {
		return "", wrongStatus(http.StatusUnsupportedMediaType, "queries are UTF-8, not %s", charset)
	}
	return format, nil
}

// answer answers a question of the kind, whose parameters are in the address. A search alone has a body, its queries.
func (k kind) answer(s *Server, w http.ResponseWriter, r *http.Request) error {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return wrongStatus(http.StatusBadRequest, "the parameters of the address are no NAME=VALUE, joined by &")
	}
	return s.askFor(w, r, k, values, func() (body, error) {
		if k != searches {
			return body{}, noBody(r)
		}
		format, err := bodyFormat(r.Header.Get("Content-Type"))
		return body{r.Body, format}, err
	})
}

// askFor answers a question of some parameters.
func (s *Server) askFor(w http.ResponseWriter, r *http.Request, k kind, values url.Values, queries func() (body, error)) error {
	d, read, err := s.named(r.PathValue("name"))
	if err != nil {
		return err
	}
	defer s.give(d, read) //nolint:errcheck // all was read without error
	q, err := s.parse(k, values)
	if err != nil {
		return err
	}
	b, err := queries()
	if err != nil {
		return err
	}
	return s.reply(w, r, d, read, q, b)
}

// reply answers a question.
func (s *Server) reply(w http.ResponseWriter, r *http.Request, d *database, read *reading, q *asked, b body) error {
	form, ok := choose(r.Header["Accept"], q.medias())
	if !ok {
		return wrongStatus(http.StatusNotAcceptable, "the answer can be %s, which Accept has not", types(q.medias()))
	}
	if q.ask.Geometry != "" && !form.typed {
		return wrong("geometry", "is for answers of Parquet and Arrow")
	}
	if form.page && q.ask.Top > report.MostTop {
		return wrong("top", "%d: a page shows %d rows at most", q.ask.Top, report.MostTop)
	}
	if b.Reader != nil {
		q.read.Format = b.format
		data, err := read.base.Queries(r.Context(), b.Reader, q.read)
		if err != nil {
			return errBody{err, b.format == lines}
		}
		defer data.Close() //nolint:errcheck // it was only read
		q.ask.Queries = data
	}
	w.Header().Add("Vary", "Accept")
	timed, stop := s.timed(spill.WithFolder(r.Context(), s.folder))
	defer stop()
	ctx, cut := context.WithCancelCause(timed)
	to := &answer{ctx: ctx, cut: cut, to: w, request: r, mime: form.mime, most: s.held, begun: time.Now(), kept: backlog.New(ctx, s.held, s.folder, s.patience)}
	x := &request{Server: s, d: d, read: read, q: q, form: form, own: w.(*outgoing), to: to}
	err := causeOf(ctx, x.run(ctx))
	return cmp.Or(err, to.close())
}

// medias returns the forms that a question may be answered in.
func (q *asked) medias() (all []media) {
	switch {
	case q.kind == explains:
		return explained()
	case q.ask.Count:
		return counted()
	}
	for _, m := range medias() {
		for _, level := range m.levels {
			if level == q.ask.Level {
				all = append(all, m)
			}
		}
	}
	return all
}

// run finds the rows, and waits until they are sent, when it has no memory but the answer's and no device.
func (x *request) run(ctx context.Context) error {
	x.q.ask.Memory = x.read.base.Need(x.q.ask)
	place, err := x.admit(ctx, x.needOf(x.q.ask.Memory))
	if err != nil {
		return err
	}
	defer place.Split(x.ownBytes()).Leave()
	rows, err := x.searched(ctx, place)
	if err != nil {
		return err
	}
	if !x.q.ask.Count { // Count answers with a number, no rows
		x.own.rows = rows
		door.SetRows(x.to.request.Context(), int64(rows))
	}
	return x.to.end(rows)
}

// searched reads the queries, waits for the devices and finds the rows. It gives back the memory of the search and the devices.
func (x *request) searched(ctx context.Context, place *queue.Place) (rows uint64, err error) {
	defer x.keep(x.d, x.read, place)
	x.cap()
	x.hear()
	j, err := x.read.base.Job(ctx, x.q.ask)
	if err != nil {
		return 0, errBody{x.q.told(err), x.q.read.Format == lines}
	}
	defer j.Close() //nolint:errcheck // it was only read
	if err := x.q.convert(j); err != nil {
		return 0, err
	}
	if err := place.Turn(ctx); err != nil {
		return 0, err
	}
	return x.found(ctx, j, func() {
		place.Done()
		x.to.kept.WaitAnyTime()
	})
}

// cap has the job end one row after the most that an answer may have.
func (x *request) cap() {
	most := x.config.MaxRows + 1
	switch ask := &x.q.ask; {
	case ask.Count || x.q.kind == explains || most == 0: // no rows, or no limit
	case ask.Top > 0:
		ask.Top = min(ask.Top, most)
	case ask.Limit == 0 || ask.Limit > most:
		ask.Limit = most
	}
}

// found finds the rows and writes them. It calls done once it needs the devices no more.
func (x *request) found(ctx context.Context, j *job.Job, done func()) (rows uint64, err error) {
	switch {
	case x.q.kind == explains:
		m, err := j.Explain(ctx, string(joins), x.config.Ask.Machine.Memory)
		if err != nil {
			return 0, err
		}
		done()
		return 0, printable.WriteObject(x.to, m)
	case x.form.page:
		return x.page(ctx, j, done)
	}
	var to io.Writer = x.to
	one := &array{to: x.to}
	if x.form.list {
		to = one
	}
	report, err := x.answered(ctx, j, job.Standard("-", to, "", false).As(x.form.format))
	if err != nil {
		return 0, err
	}
	done()
	switch {
	case x.q.ask.Count:
		_, err = fmt.Fprintln(x.to, report.Rows)
	case x.form.list:
		err = one.end()
	}
	return report.Rows, err
}

// answered hands the rows to a sink, as many as an answer may have.
func (x *request) answered(ctx context.Context, j *job.Job, to job.Sink) (job.Report, error) {
	if err := j.Check(to); err != nil {
		return job.Report{}, err
	}
	report, err := j.Run(ctx, to)
	if err == nil && report.Rows > x.config.MaxRows && !x.q.ask.Count {
		err = wrongStatus(http.StatusUnprocessableEntity, "more than %d rows, which no answer may have: limit, top and a smaller distance make it shorter", x.config.MaxRows)
	}
	return report, err
}
