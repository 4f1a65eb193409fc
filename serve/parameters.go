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

	"flyby/internal/cli"
	"flyby/internal/infile"
	"flyby/job"
	"flyby/question"
	"flyby/serve/problem"
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

// A parameter is a field of a question, or of the reading of a body, by its name in the address: docs/decisions/0123-answers-of-a-server.md.
type parameter struct {
	question.Field
	side question.Side
	name string
}

// fieldsOf returns all fields of a kind of question, and of the reading of its data.
func fieldsOf(k question.Kind) []question.Field {
	return slices.Concat(question.Fields(k), question.ReadingFields(k))
}

// parametersOf returns the parameters of all kinds of requests, of the fields that there are. The Content-Type of a body says its format.
func parametersOf(fields func(question.Kind) []question.Field) map[kind][]parameter {
	all := map[kind][]parameter{}
	for _, k := range []kind{searches, joins, explains} {
		for _, f := range fields(k.asks()) {
			switch {
			case !f.Reading:
				all[k] = append(all[k], parameter{f, question.BothSides, f.Name})
			case k == searches && f.Name != "in-format":
				all[k] = append(all[k], parameter{f, question.QuerySide, f.NameOf(question.QuerySide)})
			}
		}
	}
	return all
}

// namesOf returns the names of parameters.
func namesOf(all []parameter) (names []string) {
	for _, p := range all {
		names = append(names, p.name)
	}
	return names
}

// Parameters returns the names of the parameters of a route below a database: "search", "join" or "explain".
func Parameters(route string) []string { return namesOf(parametersOf(fieldsOf)[kind(route)]) }

// An asked question is the question of a request, whose numbers are converted once the units of the data are known.
type asked struct {
	kind  kind
	ask   job.Ask
	draft *question.Draft
	read  format.Options // how the body is read
	given url.Values
}

// parse reads the parameters of a request.
func (s *Server) parse(k kind, values url.Values) (*asked, error) {
	q := &asked{kind: k, ask: s.asked(), draft: question.NewDraft(k.asks()), given: values}
	q.draft.Zone = q.ask.Read.Zone
	known := s.parameters[k]
	names := namesOf(known)
	for _, name := range sortedKeys(values) {
		if !slices.Contains(names, name) {
			return nil, wrong(name, "is no parameter%s", whyNone(name, names))
		}
	}
	for _, p := range known {
		texts := values[p.name]
		if len(texts) > 1 && !p.Repeats {
			return nil, wrong(p.name, "is given %d times", len(texts))
		}
		for _, text := range texts {
			if err := q.draft.SetField(p.Field, p.side, text); err != nil {
				text = infile.Shorten(text)
				return nil, &problem.Problem{Status: http.StatusBadRequest, Parameter: p.name, Value: text, Detail: fmt.Sprintf("%s %q: %s", p.name, text, cli.Message(err))}
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
	if q.read = q.ask.Read; q.draft.HasOf(question.QuerySide) {
		q.read, err = q.draft.ReadingOver(q.read, question.QuerySide)
	}
	if field := (*question.FieldError)(nil); err != nil && !errors.As(err, &field) {
		return &problem.Problem{Status: http.StatusBadRequest, Parameter: "query-columns", Value: infile.Shorten(q.given.Get("query-columns")), Detail: cli.Message(err)}
	}
	of, a := q.draft.Plain(), &q.ask
	a.Search, a.Level, a.MergeGap, a.Parts, a.MinDuration = of.Search, job.Level(of.Level), of.MergeGap, of.Parts, of.MinDuration
	a.Having, a.Top, a.Limit, a.Count, a.With, a.Geometry, a.Answer = of.Having, of.Top, of.Limit, of.Count, of.With, of.Geometry, of.Answer
	return err
}

// convert converts the numbers of the question to the units of the data, and instants to their times.
func (q *asked) convert(j *job.Job) error {
	of, err := q.draft.Resolve(j.Units(), j.Entries().Times())
	a := j.Ask()
	a.Search, a.MergeGap, a.MinDuration = of.Search, of.MergeGap, of.MinDuration
	return q.told(err)
}

// ofServer begins the name of a flag that a request cannot say.
const ofServer = "flyby serve --"

// told returns the problem of an error about a field; other errors as they are.
func (q *asked) told(err error) error {
	var field *question.FieldError
	if !errors.As(err, &field) {
		return err
	}
	p := &problem.Problem{Status: http.StatusBadRequest, Detail: field.Say(q.named)}
	if name := q.named(field.Field); !strings.HasPrefix(name, ofServer) {
		p.Parameter, p.Value = name, infile.Shorten(q.given.Get(name))
	}
	return p
}

// named returns the name of a field as a client knows it: of a parameter, or of a flag of the server.
func (q *asked) named(field string) string {
	switch of := "query-" + field; {
	case q.given.Has(of):
		return of
	case slices.Contains(Parameters(string(searches)), of):
		return ofServer + field
	}
	return field
}

// sortedKeys returns the keys of a map in order, so that messages are the same each time.
func sortedKeys[V any](of map[string]V) []string { return slices.Sorted(maps.Keys(of)) }
