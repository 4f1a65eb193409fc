package slabs

import (
	"bytes"
	"encoding/json"
	"errors"

	"flyby/internal/asking"
	"flyby/internal/packed"
	"flyby/job"
	"flyby/question"
	"flyby/trajectory/format"
)

// askFields is what is asked, and of which files: the fields of the question by their names, and what surrounds them.
type askFields struct {
	asked            question.Question // of Searches, whose fields joins have, too
	Entries, Queries []string
	Read             format.Options // Upright, and what fields of reading say; Folder is what relative names are relative to, where one is a folder or a pattern
}

// surroundings are the part of askFields that is no question, as JSON has it.
type surroundings struct {
	Upright bool            `json:"upright,omitempty"`
	Entries []string        `json:"entries"`
	Queries []string        `json:"queries,omitempty"`
	Read    json.RawMessage `json:"read"`
}

// MarshalJSON returns the fields as one object, the question's first.
func (a askFields) MarshalJSON() ([]byte, error) {
	asked, err := asking.Question(a.asked).MarshalFields()
	if err != nil {
		return nil, err
	}
	read, err := asking.MarshalReading(&a.Read)
	if err != nil {
		return nil, err
	}
	rest, err := json.Marshal(surroundings{a.Read.Upright, a.Entries, a.Queries, read})
	if err != nil {
		return nil, err
	}
	return append(append(asked[:len(asked)-1], ','), rest[1:]...), nil
}

// UnmarshalJSON reads what MarshalJSON returns.
func (a *askFields) UnmarshalJSON(text []byte) error {
	q := asking.Question{Kind: question.Searches}
	rest, err := q.UnmarshalFields(text)
	a.asked = question.Question(q)
	if err != nil {
		return err
	}
	if text, err = json.Marshal(rest); err != nil {
		return err
	}
	var around surroundings
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&around); err != nil {
		return err
	}
	a.Read.Upright, a.Entries, a.Queries = around.Upright, around.Entries, around.Queries
	return asking.UnmarshalReading(around.Read, &a.Read)
}

// askFieldsOf returns the askFields of a job's Ask with its defaults filled in; base is of baseOf. It refuses a vertical threshold for entries without heights.
func askFieldsOf(a *job.Ask, base string, entries, queries []string, heights bool) (of askFields, err error) {
	asked, read := a.Search, a.Read
	asked.Queries, asked.Plan, asked.Batching, read.Folder = nil, nil, "", base
	of = askFields{asked: question.Question{Kind: question.Searches, Level: a.Level, Search: asked, Stages: a.Stages, Answer: a.Answer}, Entries: entries, Queries: queries}
	if asked.Rule().HasHeights() && !heights {
		return of, errors.New("slabs: plan: vertical: the entries have no heights")
	}
	text, err := asking.MarshalReading(&read)
	if err != nil {
		return of, err
	}
	of.Read.Upright = read.Upright
	return of, asking.UnmarshalReading(text, &of.Read)
}

// refuse returns an error for an ask that slabs cannot answer.
func refuse(a *job.Ask) error {
	if err := a.CheckDelivery(job.Range{}, job.Sink{}); err != nil {
		return err
	}
	if a.Plan != nil {
		return errors.New("slabs: plan: Plan: slabs have a plan of their own")
	}
	return nil
}

// ask returns the job for the merged rows.
func (a *askFields) ask() job.Ask {
	all := job.Ask{Inputs: job.Inputs{Entries: a.Entries, Queries: a.Queries}, Question: a.asked}
	all.Kind, all.Read.Upright = "", a.Read.Upright
	return all
}

// kind returns the kind of the rows of parts: hits or encounters.
func (a *askFields) kind() packed.Kind {
	if a.asked.Level == question.Hits {
		return packed.Hits
	}
	return packed.EncountersOf(a.asked.Search.Rule().HasHeights())
}
