package serve

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"flyby/internal/asking"
	"flyby/internal/cli"
	"flyby/internal/door"
	"flyby/internal/printable"
	"flyby/internal/spill"
	"flyby/job"
	"flyby/question"
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

	zones zoneView // of a question with zones of a database; not open: they are to be read
}

// noBody refuses a request with a body, which would be ignored.
func (k kind) noBody(r *http.Request) error {
	if n, err := r.Body.Read(make([]byte, 1)); n > 0 || err != nil && err != io.EOF {
		return wrongStatus(http.StatusBadRequest, "a body, and there is to be none: %s is asked of the database alone", k)
	}
	return nil
}

// A body is the queries or the zones of a request, to be read.
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

// bodyFormats maps the types of bodies of the kind to the words of formats. Zones are GeoJSON or a table in text, which their first byte tells apart.
func (k kind) bodyFormats() map[string]string {
	all := bodyFormats()
	if k.ofZones() {
		maps.DeleteFunc(all, func(of, _ string) bool {
			return of != "text/csv" && of != "application/json" && of != "application/geo+json"
		})
	}
	return all
}

// bodyFormat returns the word of the format of a body's type.
func (k kind) bodyFormat(header string) (string, error) {
	what := "queries"
	if k.ofZones() {
		what = "zones"
	}
	of, params, err := mime.ParseMediaType(header)
	format, known := k.bodyFormats()[of]
	if err != nil || !known {
		return "", wrongStatus(http.StatusUnsupportedMediaType, "the Content-Type of %s must be one of %s", what, cli.Listed(sortedKeys(k.bodyFormats()), "and"))
	}
	if charset := params["charset"]; charset != "" && !strings.EqualFold(charset, "utf-8") && !strings.EqualFold(charset, "us-ascii") {
		return "", wrongStatus(http.StatusUnsupportedMediaType, "%s are UTF-8, not %s", what, charset)
	}
	return format, nil
}

// answer answers a question of the kind, whose parameters are in the address.
func (k kind) answer(s *Server, w http.ResponseWriter, r *http.Request) error {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return wrongStatus(http.StatusBadRequest, "the parameters of the address are no NAME=VALUE, joined by &")
	}
	return s.askFor(w, r, k, values, func() (body, error) {
		switch {
		case !k.takes():
			return body{}, k.noBody(r)
		case r.ContentLength == 0 && (!k.needs() || values.Has(zonesParameter)):
			return body{}, nil
		}
		format, err := k.bodyFormat(r.Header.Get("Content-Type"))
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
	if err := d.refuse(k); err != nil {
		return err
	}
	q, err := s.parse(k, values)
	if err != nil {
		return err
	}
	if q.kept, err = s.zonesOf(q); err != nil {
		return err
	}
	if q.kept != nil {
		defer s.give(q.kept.d, q.kept.read) //nolint:errcheck // it was only read
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
	if c := &q.ask.Points.Clusters; form.page && len(c.Eps)*len(c.MinPoints) > 1 {
		return wrong("eps", "and minpts: a page is of one of each")
	}
	taken, err := q.take(r.Context(), read.base, b)
	if err != nil {
		return err
	}
	defer taken.Close() //nolint:errcheck // it was only read
	w.Header().Add("Vary", "Accept")
	timed, stop := s.timed(spill.WithFolder(r.Context(), s.folder))
	defer stop()
	ctx, cut := context.WithCancelCause(timed)
	to := &answer{ctx: ctx, cut: cut, to: w, request: r, mime: form.mime, most: s.held, begun: time.Now(), kept: backlog.New(ctx, s.held, s.folder, s.patience)}
	x := &request{Server: s, d: d, read: read, q: q, form: form, own: w.(*outgoing), to: to}
	err = causeOf(ctx, x.run(ctx))
	return cmp.Or(err, to.close())
}

// take keeps the body of a request until it is closed.
func (q *asked) take(ctx context.Context, base *job.Base, b body) (io.Closer, error) {
	var kept io.Closer
	var err error
	switch q.read.Format, q.rows.Format = b.format, b.format; {
	case q.kept != nil && b.Reader != nil:
		return nil, wrong(zonesParameter, "and a body of zones: one of the two only")
	case q.kept != nil:
		return io.NopCloser(nil), nil
	case b.Reader == nil && q.kind.needs():
		return nil, wrong("queries", "are missing: a file of zones")
	case b.Reader == nil:
		if said := q.draft.SaidOf(asking.QuerySide); said != "" {
			return nil, wrong(said, "is for queries, and there are none")
		}
		return io.NopCloser(nil), nil
	case q.kind.ofZones():
		q.ask.Body, err = base.Body(ctx, zonesName, b.Reader)
		kept = q.ask.Body
	case q.kind.asks().OfPoints():
		q.ask.Body, err = base.Body(ctx, job.QueriesName, b.Reader)
		q.ask.PointRead, kept = q.rows, q.ask.Body
	default:
		q.ask.Queries, err = base.Queries(ctx, b.Reader, q.read)
		kept = q.ask.Queries
	}
	if err != nil {
		return nil, q.ofBody(err)
	}
	return kept, nil
}

// ofBody returns an error about the body of the request.
func (q *asked) ofBody(err error) error { return errBody{err, q.kind, q.read.Format == lines} }

// medias returns the forms that a question may be answered in.
func (q *asked) medias() (all []media) {
	switch {
	case q.kind == explains:
		return explained()
	case q.ask.Count:
		return counted()
	}
	for _, m := range medias() {
		if m.fits(q.kind.asks(), q.ask.Level) {
			all = append(all, m)
		}
	}
	return all
}

// run finds the rows, and waits until they are sent, when it has no memory but the answer's and no device.
func (x *request) run(ctx context.Context) error {
	x.takeZones()
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
		return 0, x.q.ofBody(x.q.told(err))
	}
	defer j.Close() //nolint:errcheck // it was only read
	if err := x.q.convert(j, x.read.base.Points()); err != nil {
		return 0, err
	}
	if err := x.openZones(ctx, j); err != nil {
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
	case ask.Kind.OfPoints() || ask.Kind == question.Convoys:
		ask.MaxRows = x.config.MaxRows
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
		err = job.ErrMaxRows
	}
	return report, err
}
