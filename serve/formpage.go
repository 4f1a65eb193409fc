package serve

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"flyby/internal/asking"
	"flyby/internal/door"
	"flyby/internal/door/problem"
	measure "flyby/internal/unit"
	"flyby/question"
)

// formStyle is the style of the form.
const formStyle = `body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:1rem auto;padding:0 1rem;overflow-wrap:anywhere}label{display:block;margin:.8rem 0}input:not([type=checkbox]),select{font:inherit;width:100%;box-sizing:border-box}button{font:inherit;padding:.5rem 1.5rem}small{color:GrayText;display:block}nav a{display:inline-block;margin:.2rem .8rem .2rem 0}summary,legend{font-weight:600}fieldset,details{border:1px solid GrayText;border-radius:.4rem;margin:1rem 0;padding:.4rem .8rem}`

// formPolicy returns the form's Content-Security-Policy: it may have its style, and post.
func formPolicy() string {
	sum := sha256.Sum256([]byte(formStyle))
	return "default-src 'none'; base-uri 'none'; form-action 'self'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// A formPage is the form of a question to a database, as it is written.
type formPage struct {
	bytes.Buffer
	server *Server
	d      *database
	k      kind       // searches stands for joins, too, and joins of points with queries for those without
	values url.Values // of the inputs; nil: an example
}

// formKinds returns the kinds that the form of a database has.
func (d *database) formKinds() []kind {
	return slices.DeleteFunc(d.kinds(), func(k kind) bool {
		return k == joins || k == explains || k.asks() == question.SelfJoins
	})
}

// alone returns the kind of a question without queries.
func (k kind) alone() kind {
	switch k.asks() {
	case question.Searches:
		return joins
	case question.PointJoins:
		return kind(question.SelfJoins)
	}
	return k
}

// asksIn returns the kind of question of a form's values; without one it is the first that its database is asked.
func (d *database) asksIn(values url.Values) kind {
	if k := kind(values.Get("question")); k != "" {
		return k
	}
	if all := d.formKinds(); len(all) > 0 {
		return all[0]
	}
	return kind(question.ZoneVisits)
}

// first returns the first database that has a form.
func (s *Server) first() *database {
	return s.databases[slices.IndexFunc(s.databases, func(d *database) bool { return d.Of != ofZones })]
}

// writeForm answers with the form, with values in its inputs; its file is to be chosen anew. Where p is not nil the page begins with the problem, whose status it has.
func (s *Server) writeForm(w http.ResponseWriter, values url.Values, p *problem.Problem) {
	f := &formPage{server: s, d: s.find(values.Get("database")), values: values}
	if f.d == nil || f.d.Of == ofZones {
		f.d = s.first()
	}
	if f.k = f.d.asksIn(values); !slices.Contains(f.d.formKinds(), f.k) {
		f.k = f.d.formKinds()[0]
	}
	if p == nil {
		f.values = nil
	}
	f.write(p)
	w.Header().Set("Content-Type", formMedia().mime)
	w.Header().Set("Content-Security-Policy", door.Policy(formPolicy()))
	w.Header().Set("Content-Length", strconv.Itoa(f.Len()))
	if p != nil {
		w.WriteHeader(p.Status)
	}
	f.WriteTo(w) //nolint:errcheck // a client that is gone needs no form
}

// write writes the page.
func (f *formPage) write(p *problem.Problem) {
	title := "Who comes near whom"
	if f.d.Of == ofPoints {
		title = "Which points are near"
	}
	f.head(title)
	if p != nil {
		text := *p
		if text.Parameter != "" { // Detail begins with its name and value
			text.Parameter, text.Value = "", ""
		}
		fmt.Fprintf(f, "<p role=\"alert\">%s</p>\n", html.EscapeString(text.Error()))
	}
	f.links()
	f.WriteString("<form method=\"post\" action=\"/\" enctype=\"multipart/form-data\">\n")
	fmt.Fprintf(f, "<input type=\"hidden\" name=\"database\" value=\"%s\"><input type=\"hidden\" name=\"question\" value=\"%s\">\n", f.d.Name, f.k)
	f.section(asking.Asked, true)
	f.section(asking.Answered, false)
	f.queries()
	f.machine()
	f.WriteString("<p><button>Show</button></p>\n<p><small>Answers that have no page, as hits and neighbours of points, come as CSV.</small></p>\n</form>\n")
	if f.server.config.Door.Tokens != nil {
		f.WriteString("<form method=\"post\" action=\"/logout\"><button>Log out</button></form>\n")
	}
	f.WriteString("</body>\n</html>\n")
}

// head begins a page.
func (f *formPage) head(title string) {
	f.WriteString("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n" +
		"<meta name=\"color-scheme\" content=\"light dark\">\n<title>flyby</title>\n<style>" + formStyle + "</style>\n</head>\n<body>\n<h1>" + title + "</h1>\n")
}

// links lead to the forms of other databases and other questions, and to the meaning of all fields.
func (f *formPage) links() {
	link := func(d *database, k kind, text string, here bool) {
		if here {
			fmt.Fprintf(f, "<a aria-current=\"page\">%s</a>\n", text)
			return
		}
		fmt.Fprintf(f, "<a href=\"/?%s\">%s</a>\n", html.EscapeString(url.Values{"database": {d.Name}, "question": {string(k)}}.Encode()), text)
	}
	if len(f.server.databases) > 1 {
		f.WriteString("<nav>Data: ")
		for _, d := range f.server.databases {
			if d.Of == ofZones {
				continue
			}
			link(d, d.formKinds()[0], d.Name, d == f.d)
		}
		f.WriteString("</nav>\n")
	}
	f.WriteString("<nav>Question: ")
	for _, k := range f.d.formKinds() {
		text := string(k)
		if a := k.alone(); a != k {
			text = string(a) + " or " + text
		}
		link(f.d, k, text, k == f.k)
	}
	f.WriteString("<a href=\"/docs#" + string(f.k) + "\">What the fields mean</a></nav>\n")
}

// section writes the fields of a section of help, the common ones first.
func (f *formPage) section(s asking.Section, common bool) {
	var first, rest []asking.Field
	for _, field := range f.server.parameters[f.k] {
		switch {
		case field.Section != s, field.Name == zonesParameter: // see queries
		case !field.Reading && (field.Label != "" || field.Required || common && field.Example != ""):
			first = append(first, field)
		default:
			rest = append(rest, field)
		}
	}
	if len(first) > 0 {
		fmt.Fprintf(f, "<fieldset><legend>%s</legend>\n", s)
		f.inputs(first)
		f.WriteString("</fieldset>\n")
	}
	if len(rest) > 0 {
		more := ""
		if len(first) > 0 {
			more = ": more"
		}
		fmt.Fprintf(f, "<details%s><summary>%s%s</summary>\n", f.open(rest), s, more)
		f.inputs(rest)
		f.WriteString("</details>\n")
	}
}

// open has details of which a field has a value begin open.
func (f *formPage) open(fields []asking.Field) string {
	for _, field := range fields {
		if f.values.Get(field.NameOf(sideOf(&field))) != "" {
			return " open"
		}
	}
	return ""
}

// queries writes the file of the question, and how it is read.
func (f *formPage) queries() {
	switch {
	case f.k.ofZones():
		required, names := " required", f.server.namesOf(ofZones)
		if len(names) > 0 {
			required = ""
			f.selects(zonesParameter, f.values.Get(zonesParameter), "zones of the server; empty: a file of your own", append([]string{""}, names...))
		}
		f.WriteString("<label>zones <input type=\"file\" name=\"queries\" accept=\".geojson,.json,.csv\"" + required + "> <small>GeoJSON, or a table with zone_id and wkt</small></label>\n")
	case f.k.takes():
		f.WriteString("<label>queries <input type=\"file\" name=\"queries\" accept=\".csv,.json,.ndjson,.geojson,.arrows,.parquet\"> <small>a file to ask with; none: the database is asked of itself</small></label>\n")
	}
	f.section(asking.Files, false)
	f.section(asking.TimesAndUnits, false)
}

// machine says what answers.
func (f *formPage) machine() {
	c := &f.server.config
	fmt.Fprintf(f, "<details><summary>MACHINE</summary><p>An answer has at most %d rows and takes at most %v.", c.MaxRows, c.Timeout)
	if r := f.d.take(); r != nil {
		if f.d.Of == ofTrajectories {
			method, device := r.base.Runs()
			fmt.Fprintf(f, " Searches run by method %s on %s.", html.EscapeString(string(method)), html.EscapeString(device))
		}
		f.server.give(f.d, r) //nolint:errcheck // it was only read
	}
	f.WriteString("</p></details>\n")
}

// inputs writes inputs with their explanations.
func (f *formPage) inputs(fields []asking.Field) {
	for _, field := range fields {
		name := field.NameOf(sideOf(&field))
		value, text := f.values.Get(name), cmp.Or(field.Label, field.Short, parameterText(&field))
		if f.values == nil && (field.Required || field.Example != "") {
			value = f.example(&field)
		}
		if field.Required && isLength(&field) {
			text += ". " + f.unit()
		}
		switch {
		case field.Type == asking.Switch:
			checked := ""
			if value == "true" {
				checked = " checked"
			}
			fmt.Fprintf(f, "<label><input type=\"checkbox\" name=\"%s\" value=\"true\"%s> %s <small>%s</small></label>\n", name, checked, name, html.EscapeString(text))
		case field.Type == asking.Word:
			all := field.Words()
			if field.Default == "" {
				all = append([]string{""}, all...)
			}
			f.selects(name, cmp.Or(value, field.Default), text, all)
		default:
			attributes := " name=\"" + name + "\""
			if field.Required {
				attributes += " required"
			}
			if value != "" {
				attributes += " value=\"" + html.EscapeString(value) + "\""
			}
			fmt.Fprintf(f, "<label>%s <input%s> <small>%s</small></label>\n", name, attributes, html.EscapeString(text))
		}
	}
}

// selects writes an input that chooses one of some values.
func (f *formPage) selects(name, value, text string, all []string) {
	f.WriteString("<label>" + name + " <select name=\"" + name + "\">\n")
	for _, v := range all {
		chosen := ""
		if v == value {
			chosen = " selected"
		}
		f.WriteString("<option" + chosen + ">" + html.EscapeString(v) + "</option>\n")
	}
	f.WriteString("</select>")
	if text != "" {
		f.WriteString(" <small>" + html.EscapeString(text) + "</small>")
	}
	f.WriteString("</label>\n")
}

// unit says in a sentence what a length without a unit is.
func (f *formPage) unit() string {
	length, _ := f.scale()
	if length == "" {
		return "The unit of " + f.d.Name + " is not known: a number is one of its own"
	}
	return "A number is in " + length + ", the unit of " + f.d.Name + "; 0.3nmi has a unit of its own"
}

// isLength reports whether a field is a length.
func isLength(f *asking.Field) bool {
	return f.Type == asking.Quantity && f.Dimension == measure.Length
}

// example returns a value that a field may have: of a length a hundredth of the extent of the data.
func (f *formPage) example(field *asking.Field) string {
	if field.Example != "" || !isLength(field) {
		return field.Example
	}
	length, extent := f.scale()
	if !(extent > 0) || math.IsInf(extent, 1) {
		return ""
	}
	digit, _ := strconv.ParseFloat(strconv.FormatFloat(extent/100, 'g', 1, 64), 64) //nolint:errcheck // it was written as a number
	return strconv.FormatFloat(digit, 'f', -1, 64) + length
}

// scale returns the unit of the lengths of the data, "" where it is not known, and the diagonal of all positions.
func (f *formPage) scale() (length string, extent float64) {
	r := f.d.take()
	if r == nil {
		return "", 0
	}
	defer f.server.give(f.d, r) //nolint:errcheck // it was only read
	if points := r.base.Points(); points != nil {
		for axis := range points.Dimensions() {
			if column := points.Column(axis); len(column) > 0 {
				extent = hypotenuse(extent, slices.Max(column)-slices.Min(column))
			}
		}
		return unitsOf(points).Length, extent
	}
	data := r.base.Data()
	of := data.Extent()
	for axis := range data.Dim() {
		extent = hypotenuse(extent, of.Max[axis]-of.Min[axis])
	}
	return cmp.Or(data.Units.Length, data.Space().Frame.Unit()), extent
}

// hypotenuse is math.Hypot, whose last bit differs by processor, without its care for overflow.
func hypotenuse(a, b float64) float64 { return math.Sqrt(float64(a*a) + float64(b*b)) }

// docs answers with the meaning of all fields of all questions.
func (s *Server) docs(w http.ResponseWriter, r *http.Request) error {
	if _, ok := choose(r.Header["Accept"], []media{formMedia()}); !ok {
		return wrongStatus(http.StatusNotAcceptable, "the page is text/html, which Accept has not")
	}
	f := &formPage{server: s}
	f.head("Questions and their fields")
	f.WriteString("<p>Each field is a parameter of <code>POST /v1/databases/NAME/QUESTION</code>, by the same name, and a flag of the command <code>flyby QUESTION</code>, whose help says more. <a href=\"/openapi.json\">openapi.json</a> describes all requests to programs. <a href=\"/\">Ask</a></p>\n")
	for _, k := range kinds() {
		fmt.Fprintf(f, "<h2 id=\"%s\">%s</h2>\n<dl>\n", k, k)
		for _, field := range s.parameters[k] {
			fmt.Fprintf(f, "<dt><code>%s</code></dt><dd>%s</dd>\n", field.NameOf(sideOf(&field)), html.EscapeString(parameterText(&field)))
		}
		f.WriteString("</dl>\n")
	}
	f.WriteString("</body>\n</html>\n")
	w.Header().Set("Content-Type", formMedia().mime)
	w.Header().Set("Content-Security-Policy", door.Policy(formPolicy()))
	_, err := f.WriteTo(w)
	return err
}
