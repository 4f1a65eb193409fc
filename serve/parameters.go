package serve

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"flyby/internal/cli"
	"flyby/internal/infile"
	measure "flyby/internal/unit"
	"flyby/job"
	"flyby/question"
	"flyby/serve/problem"
	"flyby/trajectory/format"
	"flyby/trajectory/output"
)

// A kind is the kind of a request to a database: search, join or explain.
type kind string

const (
	searches kind = "search"
	joins    kind = "join"
	explains kind = "explain"
)

// A parameter is a flag of search and join, by its name and with its meaning: docs/decisions/0123-answers-of-a-server.md.
type parameter struct {
	name  string
	only  kind // the only kind of request that has it; "": all have it
	again bool // it may be given several times
	set   func(q *asked, text string) error
}

// parameters returns all flags of search and join that change an answer, except for flags that say how files are read.
func parameters() []parameter {
	return []parameter{
		{name: "distance", set: func(q *asked, text string) error { return q.distance.set(text, measure.Length) }},
		{name: "vertical", set: (*asked).setVertical},
		{name: "from", set: func(q *asked, text string) (err error) { q.from, err = q.instant(text); return err }},
		{name: "to", set: func(q *asked, text string) (err error) { q.to, err = q.instant(text); return err }},
		{name: "exclude-same-id", only: searches, set: func(q *asked, text string) error { return setBool(&q.ask.Search.ExcludeSameID, text) }},
		{name: "level", set: (*asked).setLevel},
		{name: "merge-gap", set: func(q *asked, text string) error { return q.mergeGap.set(text, measure.Time) }},
		{name: "min-duration", set: func(q *asked, text string) error { return q.minDuration.set(text, measure.Time) }},
		{name: "having", again: true, set: (*asked).addCondition},
		{name: "top", set: func(q *asked, text string) error { return setCount(&q.ask.Top, text) }},
		{name: "limit", set: func(q *asked, text string) error { return setCount(&q.ask.Limit, text) }},
		{name: "count", set: func(q *asked, text string) error { return setBool(&q.ask.Count, text) }},
		{name: "with", again: true, set: func(q *asked, text string) error {
			q.ask.With = append(q.ask.With, strings.Split(text, ",")...)
			return nil
		}},
		{name: "geometry", set: (*asked).setGeometry},
		{name: "units-out", set: func(q *asked, text string) (err error) {
			q.ask.Answer, err = output.ParseAnswerUnits(text)
			return err
		}},
	}
}

// parametersOf returns the parameters of a kind of request.
func parametersOf(k kind) []parameter {
	return slices.DeleteFunc(parameters(), func(p parameter) bool { return p.only != "" && p.only != k })
}

// parse reads the parameters of a request. The base is the ask without parameters.
func parse(k kind, base job.Ask, values url.Values) (*asked, error) {
	q := &asked{ask: base, kind: k, given: values}
	known := parametersOf(k)
	for _, name := range sortedKeys(values) {
		if !slices.ContainsFunc(known, func(p parameter) bool { return p.name == name }) {
			return nil, wrong(name, "is no parameter%s", cli.Meant(name, "", namesOf(known)))
		}
	}
	for _, p := range known {
		texts := values[p.name]
		if len(texts) > 1 && !p.again {
			return nil, wrong(p.name, "is given %d times", len(texts))
		}
		for _, text := range texts {
			if err := p.set(q, text); err != nil {
				text = infile.Shorten(text)
				return nil, &problem.Problem{Status: http.StatusBadRequest, Parameter: p.name, Value: text, Detail: fmt.Sprintf("%s %q: %s", p.name, text, cli.Message(err))}
			}
		}
	}
	return q, q.check()
}

// namesOf returns the names of some parameters.
func namesOf(all []parameter) (names []string) {
	for _, p := range all {
		names = append(names, p.name)
	}
	return names
}

// setBool reads true or false.
func setBool(to *bool, text string) (err error) {
	if *to, err = strconv.ParseBool(text); err != nil {
		return errors.New("must be true or false")
	}
	return nil
}

// setCount reads a number of rows.
func setCount(to *uint64, text string) (err error) {
	if *to, err = cli.ParseNatural(text); err == nil && *to == 0 {
		err = errors.New("must be 1 or more; count=true tells how many there are")
	}
	return err
}

// setLevel reads a level.
func (q *asked) setLevel(text string) error {
	if q.ask.Level = question.Level(text); !slices.Contains(question.Levels(question.Joins), q.ask.Level) {
		return errors.New("must be hits, encounters, pairs or objects" + cli.Meant(text, "", []string{"hits", "encounters", "pairs", "objects"}))
	}
	return nil
}

// setVertical reads V or <V.
func (q *asked) setVertical(text string) (err error) {
	q.vertical.given = true
	q.vertical.Quantity, q.strict, err = measure.ParseBound(text, measure.Length)
	q.vertical.dim = measure.Length
	return err
}

// addCondition reads a condition on rows.
func (q *asked) addCondition(text string) error {
	c, err := format.ParseCondition(text)
	q.ask.Having = append(q.ask.Having, c)
	return err
}

// setGeometry reads a shape, or none.
func (q *asked) setGeometry(text string) error {
	if q.ask.Geometry = output.Shape(text); text == "none" {
		q.ask.Geometry = output.NoGeometry
	} else if !slices.Contains(output.Shapes(), q.ask.Geometry) {
		return errors.New("must be point, line or none")
	}
	return nil
}

// instant reads a number, a date or a time.
func (q *asked) instant(text string) (*format.Instant, error) {
	at, err := format.ParseInstant(text, q.ask.Read.Zone)
	if err != nil {
		return nil, errors.Unwrap(err) // the cause does not name the text
	}
	return &at, nil
}

// Parameters returns the names of the parameters of a route below a database: "search", "join" or "explain".
func Parameters(route string) []string { return namesOf(parametersOf(kind(route))) }
