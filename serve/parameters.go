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
	"flyby/question"
	"flyby/trajectory/format"
)

// A kind is the kind of a request to a database: search, join or explain.
type kind string

const (
	searches kind = "search"
	joins    kind = "join"
	explains kind = "explain"
)

// asks returns the kind of the question of a request.
func (k kind) asks() question.Kind {
	if k == searches {
		return question.Searches
	}
	return question.Joins
}

// fieldsOf returns all fields of a kind of question, and of the reading of its data.
func fieldsOf(k question.Kind) []asking.Field {
	return slices.Concat(asking.Fields(k), asking.ReadingFields(k))
}

// parametersOf returns the fields that are parameters of each kind of request: docs/decisions/0123-answers-of-a-server.md. The Content-Type of a body says its format.
func parametersOf(fields func(question.Kind) []asking.Field) map[kind][]asking.Field {
	all := map[kind][]asking.Field{}
	for _, k := range []kind{searches, joins, explains} {
		all[k] = slices.DeleteFunc(fields(k.asks()), func(f asking.Field) bool { return f.Reading && (k != searches || f.Name == "in-format") })
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

// namesOf returns the names of parameters.
func namesOf(all []asking.Field) (names []string) {
	for _, f := range all {
		names = append(names, f.NameOf(sideOf(&f)))
	}
	return names
}

// Parameters returns the names of the parameters of a route below a database: "search", "join" or "explain".
func Parameters(route string) []string { return namesOf(parametersOf(fieldsOf)[kind(route)]) }

// parameterOf returns the name of the parameter for a field: of a field of reading query-NAME, of every other field its own name.
func parameterOf(field string) string {
	if name := "query-" + field; slices.Contains(Parameters(string(searches)), name) {
		return name
	}
	return field
}

// An asked question is the question of a request, whose numbers are converted once the units of the data are known.
type asked struct {
	kind  kind
	ask   job.Request
	draft *asking.Draft
	read  format.Options // how the body is read
	given url.Values
}

// parse reads the parameters of a request.
func (s *Server) parse(k kind, values url.Values) (*asked, error) {
	q := &asked{kind: k, draft: asking.NewDraft(k.asks()), read: s.config.Ask.Read, given: values}
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
	if q.draft.SaidOf(asking.QuerySide) != "" {
		q.read, err = q.draft.ReadingOver(q.read, asking.QuerySide)
	}
	q.ask.Question = q.draft.Plain()
	return err
}

// convert converts the numbers of the question to the units of the data, and instants to their times.
func (q *asked) convert(j *job.Job) error {
	of, err := q.draft.Resolve(j.Units(), j.Entries().Times())
	if err == nil {
		j.Ask().Question = of
	}
	return q.told(err)
}

// told returns the problem of an error about a field; other errors as they are.
func (q *asked) told(err error) error {
	var field *question.FieldError
	if !errors.As(err, &field) {
		return err
	}
	name := parameterOf(field.Field)
	return wrongValue(name, q.given.Get(name), field.Say(parameterOf))
}

// wrongValue is a problem with the value of a parameter.
func wrongValue(parameter, value, detail string) error {
	return &problem.Problem{Status: http.StatusBadRequest, Parameter: parameter, Value: infile.Shorten(value), Detail: detail}
}

// sortedKeys returns the keys of a map in order, so that messages are the same each time.
func sortedKeys[V any](of map[string]V) []string { return slices.Sorted(maps.Keys(of)) }
