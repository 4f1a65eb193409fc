package serve

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"html"
	"io"
	"maps"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"flyby/internal/asking"
	"flyby/internal/door"
	"flyby/internal/door/problem"
	"flyby/internal/infile"
	"flyby/internal/reading/fileset"
	"flyby/question"
)

// formStyle is the style of the form.
const formStyle = `body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem}label{display:block;margin:.8rem 0}input,select{font:inherit;width:100%;box-sizing:border-box}small{color:GrayText}`

// formMedia is the media type of the form.
func formMedia() media { return media{mime: "text/html; charset=utf-8"} }

// form answers with a page that has a form for a question, and posts it. It has no script.
func (s *Server) form(w http.ResponseWriter, r *http.Request) error {
	if _, ok := choose(r.Header["Accept"], []media{formMedia()}); !ok {
		return wrongStatus(http.StatusNotAcceptable, "the form is text/html, which Accept has not")
	}
	s.writeForm(w, nil, nil)
	return nil
}

// writeForm answers with the form, with values in its inputs; its file is to be chosen anew. Where p is not nil the page begins with the problem, whose status it has.
func (s *Server) writeForm(w http.ResponseWriter, values url.Values, p *problem.Problem) {
	var page bytes.Buffer
	page.WriteString("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n" +
		"<meta name=\"color-scheme\" content=\"light dark\">\n<title>flyby</title>\n<style>" + formStyle + "</style>\n</head>\n<body>\n<h1>Who comes near whom</h1>\n")
	if p != nil {
		text := *p
		if text.Parameter != "" { // Detail begins with its name and value
			text.Parameter, text.Value = "", ""
		}
		page.WriteString("<p role=\"alert\">" + html.EscapeString(text.Error()) + "</p>\n")
	}
	page.WriteString("<form method=\"post\" action=\"/\" enctype=\"multipart/form-data\">\n")
	writeSelect(&page, "database", s.names(), values)
	writeSelect(&page, "level", []string{string(question.Encounters), string(question.Pairs)}, values)
	for _, f := range s.parameters[searches] {
		if f.Label != "" {
			writeInput(&page, &f, values)
		}
	}
	page.WriteString("<label>queries <input type=\"file\" name=\"queries\" accept=\".csv,.json,.ndjson,.geojson,.arrows,.parquet\"> <small>a file to search with; none: the database is joined with itself</small></label>\n" +
		"<p><button>Show</button></p>\n</form>\n")
	if s.config.Door.Tokens != nil {
		page.WriteString("<form method=\"post\" action=\"/logout\"><button>Log out</button></form>\n")
	}
	page.WriteString("</body>\n</html>\n")
	w.Header().Set("Content-Type", formMedia().mime)
	w.Header().Set("Content-Security-Policy", door.Policy(formPolicy()))
	w.Header().Set("Content-Length", strconv.Itoa(page.Len()))
	if p != nil {
		w.WriteHeader(p.Status)
	}
	page.WriteTo(w) //nolint:errcheck // a client that is gone needs no form
}

// writeSelect writes an input that chooses one of some values.
func writeSelect(page *bytes.Buffer, name string, all []string, values url.Values) {
	page.WriteString("<label>" + name + " <select name=\"" + name + "\">\n")
	for _, v := range all {
		chosen := ""
		if v == values.Get(name) {
			chosen = " selected"
		}
		page.WriteString("<option" + chosen + ">" + html.EscapeString(v) + "</option>\n")
	}
	page.WriteString("</select></label>\n")
}

// writeInput writes an input of text with its explanation.
func writeInput(page *bytes.Buffer, f *asking.Field, values url.Values) {
	name := f.NameOf(sideOf(f))
	attributes := " name=\"" + name + "\""
	if f.Required {
		attributes += " required"
	}
	if value := values.Get(name); value != "" {
		attributes += " value=\"" + html.EscapeString(value) + "\""
	}
	page.WriteString("<label>" + name + " <input" + attributes + "> <small>" + html.EscapeString(f.Label) + "</small></label>\n")
}

// formPolicy returns the form's Content-Security-Policy: it may have its style, and post.
func formPolicy() string {
	sum := sha256.Sum256([]byte(formStyle))
	return "default-src 'none'; base-uri 'none'; form-action 'self'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
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
	k := joins
	if queries.Reader != nil {
		k = searches
	}
	return s.askFor(w, r, k, values, func() (body, error) { return queries, nil })
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
			of, err := formatOfFile(p.FileName())
			return values, body{&lastField{p, parts}, of}, err
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

// formatOfFile returns the word of the format of a file, by its name.
func formatOfFile(name string) (string, error) {
	of, _ := fileset.Formats().Choose(name, "")
	word := strings.ToLower(of.Name)
	if _, packing := infile.CutPacking(name); packing != "" || !slices.Contains(slices.Collect(maps.Values(bodyFormats())), word) {
		return searches.bodyFormat("")
	}
	return word, nil
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
