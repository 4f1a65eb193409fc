package serve

import (
	"cmp"
	"errors"
	"io"
	"maps"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"flyby/internal/door/problem"
	"flyby/internal/infile"
	"flyby/internal/reading/fileset"
)

// formMedia is the media type of the form.
func formMedia() media { return media{mime: "text/html; charset=utf-8"} }

// form answers with a page that has a form for a question to a database, and posts it: /?database=NAME&question=QUESTION. It has no script.
func (s *Server) form(w http.ResponseWriter, r *http.Request) error {
	if _, ok := choose(r.Header["Accept"], []media{formMedia()}); !ok {
		return wrongStatus(http.StatusNotAcceptable, "the form is text/html, which Accept has not")
	}
	values := r.URL.Query()
	for _, name := range sortedKeys(values) {
		if name != "database" && name != "question" {
			return wrong(name, "is no parameter: the form has database and question")
		}
	}
	d, read, err := s.named(cmp.Or(values.Get("database"), s.first().Name))
	if err != nil {
		return err
	}
	defer s.give(d, read) //nolint:errcheck // it was only read
	if err := d.refuse(d.asksIn(values)); err != nil {
		return err
	}
	s.writeForm(w, values, nil)
	return nil
}

// A formError is the refusal of a form, which a browser shows above the form.
type formError struct {
	error
	values url.Values // of the form's fields, as far as they were read
}

func (e *formError) Unwrap() error { return e.error }

// submit answers the question of a form. Its fields are the parameters, database, and queries: a file, which comes last.
func (s *Server) submit(w http.ResponseWriter, r *http.Request) error {
	values, queries, err := fields(r)
	if err == nil {
		err = s.askForm(w, r, maps.Clone(values), queries)
	}
	if err != nil {
		return &formError{err, values}
	}
	return nil
}

// refuseForm answers a refused form with the form where the client prefers a page to a problem, as browsers do. It reports whether it did.
func (s *Server) refuseForm(w http.ResponseWriter, r *http.Request, err error, p *problem.Problem) bool {
	var form *formError
	if !errors.As(err, &form) {
		return false
	}
	if m, ok := choose(r.Header["Accept"], []media{{mime: problem.MediaType}, formMedia()}); !ok || m.mime != formMedia().mime {
		return false
	}
	s.writeForm(w, form.values, p)
	return true
}

// askForm answers the question of a form with some values.
func (s *Server) askForm(w http.ResponseWriter, r *http.Request, values url.Values, queries body) error {
	name := values.Get("database")
	values.Del("database")
	for key, all := range values {
		if len(all) == 1 && all[0] == "" { // the input was left empty
			delete(values, key)
		}
	}
	r.SetPathValue("name", name)
	if name == "" {
		return wrong("database", "is missing")
	}
	d := s.find(name)
	if d == nil {
		d = s.first() // askFor refuses the name
	}
	k := d.asksIn(values)
	values.Del("question")
	if queries.Reader == nil {
		k = k.alone()
	}
	return s.askFor(w, r, k, values, func() (body, error) {
		if queries.Reader == nil {
			return queries, nil
		}
		if !k.takes() {
			return body{}, wrong("queries", "are not for %s, which is asked of the database alone", k)
		}
		if !slices.Contains(slices.Collect(maps.Values(k.bodyFormats())), queries.format) {
			_, err := k.bodyFormat("")
			return body{}, err
		}
		return queries, nil
	})
}

// fields reads the fields of a form up to its file, which is read later.
func fields(r *http.Request) (values url.Values, queries body, err error) {
	of, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch {
	case err == nil && of == "application/x-www-form-urlencoded":
		const most = 64 << 10
		text, err := io.ReadAll(io.LimitReader(r.Body, most+1))
		if err != nil || len(text) > most {
			return nil, queries, errors.Join(err, wrongStatus(http.StatusRequestEntityTooLarge, "the fields of the form are longer than %d bytes", most))
		}
		values, err = url.ParseQuery(string(text))
		if err != nil {
			return nil, queries, wrongStatus(http.StatusBadRequest, "the body is no form")
		}
		return values, queries, nil
	case err == nil && of == "multipart/form-data":
		return partsOf(r)
	}
	return nil, queries, wrongStatus(http.StatusUnsupportedMediaType, "the Content-Type of a form must be multipart/form-data or application/x-www-form-urlencoded")
}

// partsOf is fields for a form that may have a file.
func partsOf(r *http.Request) (values url.Values, queries body, err error) {
	const most, long = 64, 4 << 10
	parts, err := r.MultipartReader()
	if err != nil {
		return nil, queries, wrongStatus(http.StatusBadRequest, "the body is no form")
	}
	values = url.Values{}
	for range most {
		p, err := parts.NextPart()
		if err == io.EOF {
			return values, queries, nil
		}
		if err != nil {
			return nil, queries, badForm(err)
		}
		if p.FormName() == "queries" {
			if p.FileName() == "" {
				continue
			}
			return values, body{&lastField{p, parts}, formatOfFile(p.FileName())}, nil
		}
		text, err := io.ReadAll(io.LimitReader(p, long+1))
		if err != nil {
			return nil, queries, badForm(err)
		}
		if len(text) > long {
			return nil, queries, wrong(p.FormName(), "is longer than %d bytes", long)
		}
		values.Add(p.FormName(), string(text))
	}
	return nil, queries, wrongStatus(http.StatusBadRequest, "a form of more than %d fields", most)
}

// badForm returns the error of a form that cannot be read: the door's error of its body, or that it is cut.
func badForm(err error) error {
	if told := (*problem.Problem)(nil); errors.As(err, &told) {
		return err
	}
	return wrongStatus(http.StatusBadRequest, "the form is cut")
}

// formatOfFile returns the word of the format of a file, by its name; "" where it is packed.
func formatOfFile(name string) string {
	if _, packing := infile.CutPacking(name); packing != "" {
		return ""
	}
	of, _ := fileset.Formats().Choose(name, "")
	return strings.ToLower(of.Name)
}

// A lastField is the file of a form. No field may follow it: it would be ignored.
type lastField struct {
	*multipart.Part
	of *multipart.Reader
}

func (l *lastField) Read(p []byte) (int, error) {
	n, err := l.Part.Read(p)
	if err != io.EOF {
		return n, err
	}
	if _, err := l.of.NextPart(); err != io.EOF {
		return n, wrongStatus(http.StatusBadRequest, "the file of the form is not its last field, or the form is cut")
	}
	return n, io.EOF
}
