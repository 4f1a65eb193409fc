package serve

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"flyby/internal/asking"
	"flyby/internal/cli"
	"flyby/internal/door/problem"
	"flyby/internal/infile"
	"flyby/job"
	pointformat "flyby/points/format"
	"flyby/question"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// A kind is the kind of a request to a database: explain, or the kind of a question.
type kind string

const (
	searches = kind(question.Searches)
	joins    = kind(question.Joins)
	explains = kind("explain")
)

// kinds returns all kinds of requests.
func kinds() (all []kind) {
	for _, k := range asking.Kinds() {
		all = append(all, kind(k))
	}
	return append(all, explains)
}

// asks returns the kind of the question of a request.
func (k kind) asks() question.Kind {
	if k == explains {
		return question.Joins
	}
	return question.Kind(k)
}

// ofZones reports whether the body of a request is zones.
func (k kind) ofZones() bool { return k.asks() == question.ZoneVisits }

// words returns kinds as words.
func words(all []kind) (texts []string) {
	for _, k := range all {
		texts = append(texts, string(k))
	}
	return texts
}

// takes reports whether a request may have a body, and needs whether it must.
func (k kind) takes() bool { return k.asks().HasSides() || k.ofZones() }
func (k kind) needs() bool {
	return k == searches || k.ofZones() || k.asks() == question.PointJoins
}

// fieldsOf returns all fields of a kind of question, and of the reading of its data.
func fieldsOf(k question.Kind) []asking.Field {
	return slices.Concat(asking.Fields(k), asking.ReadingFields(k))
}

// parametersOf returns the fields that are parameters of each kind of request: docs/decisions/0123-answers-of-a-server.md. The Content-Type of a body says its format.
func parametersOf(fields func(question.Kind) []asking.Field) map[kind][]asking.Field {
	all := map[kind][]asking.Field{}
	for _, k := range kinds() {
		all[k] = slices.DeleteFunc(fields(k.asks()), func(f asking.Field) bool { return f.Reading && (!k.asks().HasSides() || f.Name == "in-format") })
		if k.ofZones() {
			all[k] = append(all[k], zonesField())
		}
	}
	return all
}

// sideOf returns the side that a parameter says a field of: how data are read is said of the queries.
func sideOf(f *asking.Field) asking.Side {
	if f.Reading {
		return asking.QuerySide
	}
	return asking.BothSides
}

// parameterText says what the value of a parameter means: the help of the field, with names of parameters in place of flags.
func parameterText(f *asking.Field) string {
	text := strings.NewReplacer("`", "", "--", "").Replace(f.Help)
	if f.Reading { // the flags of the server are the default
		text = "Of the queries: " + text
	}
	return text
}

// namesOf returns the names of parameters.
func namesOf(all []asking.Field) (names []string) {
	for _, f := range all {
		names = append(names, f.NameOf(sideOf(&f)))
	}
	return names
}

// Parameters returns the names of the parameters of a route below a database: "explain", or a kind of question.
func Parameters(route string) []string { return namesOf(parametersOf(fieldsOf)[kind(route)]) }

// parameterOf returns the name of the parameter for a field: of a field of reading query-NAME, of every other field its own name.
func (k kind) parameterOf(field string) string {
	if name := "query-" + field; slices.Contains(Parameters(string(k)), name) {
		return name
	}
	return field
}

// An asked question is the question of a request, whose numbers are converted once the units of the data are known.
type asked struct {
	kind  kind
	ask   job.Request
	draft *asking.Draft
	read  format.Options      // how a body of trajectories is read
	rows  pointformat.Options // how a body of points is read
	given url.Values
	kept  *keptZones // nil: zones are in the body
}

// parse reads the parameters of a request.
func (s *Server) parse(k kind, values url.Values) (*asked, error) {
	q := &asked{kind: k, draft: asking.NewDraft(k.asks()), read: s.config.Ask.Read, rows: s.config.Ask.PointRead, given: values}
	q.draft.Zone = q.read.Zone
	known := s.parameters[k]
	names := namesOf(known)
	for _, name := range sortedKeys(values) {
		if !slices.Contains(names, name) {
			return nil, wrong(name, "is no parameter%s", whyNone(name, names))
		}
	}
	for i, f := range known {
		name := names[i]
		if len(values[name]) > 1 && !f.Repeats {
			return nil, wrong(name, "is given %d times", len(values[name]))
		}
		if name == zonesParameter {
			continue
		}
		for _, text := range values[name] {
			if err := q.draft.SetField(f, sideOf(&f), text); err != nil {
				return nil, wrongValue(name, text, fmt.Sprintf("%s %q: %s", name, infile.Shorten(text), cli.Message(err)))
			}
		}
	}
	return q, q.told(q.check())
}

// whyNone says why a name is none of the names of parameters.
func whyNone(name string, names []string) string {
	switch {
	case strings.HasPrefix(name, "entry-"):
		return ": the entries were read when the server started"
	case name == "query-in-format":
		return ": the Content-Type says the format of the queries"
	case slices.Contains(names, "query-"+name):
		return ": query-" + name + " says it of the queries"
	}
	return cli.Meant(name, "", names)
}

// check refuses a question that is wrong for any data, and asks as much of it as needs no data.
func (q *asked) check() (err error) {
	if err := cmp.Or(q.draft.Check(), q.draft.Missing()); err != nil {
		return err
	}
	q.ask.Question = q.draft.Plain()
	switch {
	case q.draft.SaidOf(asking.QuerySide) == "":
	case q.kind.asks().OfPoints():
		q.rows, err = q.draft.PointReadingOver(q.rows, asking.QuerySide)
	default:
		q.read, err = q.draft.ReadingOver(q.read, asking.QuerySide)
	}
	return err
}

// convert converts the numbers of the question to the units of the data, and instants to their times.
func (q *asked) convert(j *job.Job, of *job.PointData) error {
	units, times := unitsOf(of), trajectory.Number
	if of == nil {
		units, times = j.Units(), j.Entries().Times()
	}
	resolved, err := q.draft.Resolve(units, times)
	if err == nil {
		j.Ask().Question = resolved
	}
	return q.told(err)
}

// unitsOf returns the units of points.
func unitsOf(d *job.PointData) (u format.Units) {
	switch {
	case d == nil:
	case d.Read.LonLat:
		u.Length = "m"
	default:
		u = d.Read.Units
	}
	return u
}

// told returns the problem of an error about a field; other errors as they are.
func (q *asked) told(err error) error {
	var field *question.FieldError
	if !errors.As(err, &field) {
		return err
	}
	name := q.kind.parameterOf(field.Field)
	return wrongValue(name, q.given.Get(name), field.Say(q.kind.parameterOf))
}

// wrongValue is a problem with the value of a parameter.
func wrongValue(parameter, value, detail string) error {
	return &problem.Problem{Status: http.StatusBadRequest, Parameter: parameter, Value: infile.Shorten(value), Detail: detail}
}

// sortedKeys returns the keys of a map in order, so that messages are the same each time.
func sortedKeys[V any](of map[string]V) []string { return slices.Sorted(maps.Keys(of)) }
