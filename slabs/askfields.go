package slabs

import (
	"errors"
	"fmt"

	"flyby"
	"flyby/internal/packed"
	"flyby/job"
	"flyby/question"
	"flyby/trajectory/format"
	"flyby/trajectory/output"
)

// askFields is the search and the stages of a job.Ask, with the names of flags as keys.
type askFields struct {
	Distance       number             `json:"distance"`
	From           *number            `json:"from,omitempty"`
	To             *number            `json:"to,omitempty"`
	ExcludeSameID  bool               `json:"exclude-same-id,omitempty"`
	Vertical       *number            `json:"vertical,omitempty"`
	VerticalStrict bool               `json:"vertical-strict,omitempty"`
	ExactTimes     bool               `json:"exact-times,omitempty"`
	Level          question.Level     `json:"level"`
	MergeGap       number             `json:"merge-gap,omitempty"`
	Parts          bool               `json:"parts,omitempty"` // the column with the number of encounters that were merged to one
	MinDuration    number             `json:"min-duration,omitempty"`
	Top            uint64             `json:"top,omitempty"`
	Limit          uint64             `json:"limit,omitempty"`
	Count          bool               `json:"count,omitempty"`
	Having         []format.Condition `json:"having,omitempty"`
	Answer         output.AnswerUnits `json:"units-out"`
	Upright        bool               `json:"upright,omitempty"` // positions are horizontal, and heights separate

	Entries []string `json:"entries"`
	Queries []string `json:"queries,omitempty"`
	Read    reading  `json:"read"`
}

// reading is the options of reading the inputs.
type reading struct {
	Folder      string             `json:"folder,omitempty"` // that relative names are relative to, where one is a folder or a pattern
	Format      string             `json:"in-format,omitempty"`
	Where       []format.Condition `json:"where,omitempty"`
	LonLat      bool               `json:"lonlat,omitempty"`
	Zone        string             `json:"zone,omitempty"`
	TimeLayout  string             `json:"time-layout,omitempty"`
	SkipBadRows bool               `json:"skip-bad-rows,omitempty"`
	Columns     map[string]string  `json:"columns,omitempty"`
	SortTimes   bool               `json:"sort-times,omitempty"`
	KeepFirst   bool               `json:"keep-first,omitempty"`
	Preset      string             `json:"preset,omitempty"`
	Height      string             `json:"height,omitempty"`
	ID          string             `json:"id,omitempty"`
	Units       format.Units       `json:"units"`
	ColumnUnits map[string]string  `json:"column-units,omitempty"`
	MaxGap      number             `json:"max-gap,omitempty"`
	MaxSpeed    number             `json:"max-speed,omitempty"`
	Radius      number             `json:"radius,omitempty"`
	Curve       number             `json:"curve,omitempty"`
	OrbitCurve  number             `json:"orbit-curve,omitempty"`
}

// pointer returns a number that may be absent.
func pointer[T, F ~float64](f *F) *T {
	if f == nil {
		return nil
	}
	n := T(*f)
	return &n
}

// askFieldsOf returns the askFields of a job's Ask with its defaults filled in; base is of baseOf.
func askFieldsOf(a *job.Ask, base string, entries, queries []string) askFields {
	s, r := &a.Search, &a.Read
	return askFields{
		Distance: number(s.Distance), From: pointer[number](s.From), To: pointer[number](s.To), ExcludeSameID: s.ExcludeSameID,
		Vertical: pointer[number](s.Vertical), VerticalStrict: s.VerticalStrict, ExactTimes: s.ExactTimes,
		Level: a.Level, MergeGap: number(a.MergeGap), Parts: a.Parts, MinDuration: number(a.MinDuration),
		Top: a.Top, Limit: a.Limit, Count: a.Count, Having: a.Having, Answer: a.Answer, Upright: r.Upright, Entries: entries, Queries: queries,
		Read: reading{
			Folder: base, Format: r.Format, Where: r.Where, LonLat: r.LonLat, Zone: r.Zone, TimeLayout: r.TimeLayout, SkipBadRows: r.SkipBadRows, Columns: r.Columns,
			SortTimes: r.SortTimes, KeepFirst: r.KeepFirst, Preset: r.Preset, Height: r.Height, ID: r.ID, Units: r.Units, ColumnUnits: r.ColumnUnits, MaxGap: number(r.MaxGap),
			MaxSpeed: number(r.MaxSpeed), Radius: number(r.Radius), Curve: number(r.Curve), OrbitCurve: number(r.OrbitCurve),
		},
	}
}

// refuse returns an error for an ask that slabs cannot answer.
func refuse(a *job.Ask) error {
	if err := job.CheckDelivery(*a, job.Range{}, job.Sink{}); err != nil {
		return err
	}
	if a.Plan != nil {
		return errors.New("slabs: plan: Plan: slabs have a plan of their own")
	}
	return nil
}

// search returns the search that is asked.
func (a *askFields) search() flyby.Search {
	return flyby.Search{Distance: float64(a.Distance), From: pointer[float64](a.From), To: pointer[float64](a.To), ExcludeSameID: a.ExcludeSameID,
		Vertical: pointer[float64](a.Vertical), VerticalStrict: a.VerticalStrict, ExactTimes: a.ExactTimes}
}

// ask returns the job for the merged rows.
func (a *askFields) ask() job.Ask {
	all := job.Ask{
		Inputs:   job.Inputs{Entries: a.Entries, Queries: a.Queries},
		Question: question.Question{Search: a.search(), Level: a.Level, Answer: a.Answer, Stages: question.Stages{MergeGap: float64(a.MergeGap), Parts: a.Parts, MinDuration: float64(a.MinDuration), Top: a.Top, Limit: a.Limit, Count: a.Count, Having: a.Having}},
	}
	all.Read.Upright = a.Upright
	return all
}

// kind returns the kind of the rows of parts: hits or encounters.
func (a *askFields) kind() packed.Kind {
	if a.Level == question.Hits {
		return packed.Hits
	}
	return packed.EncountersOf(a.search().Rule().HasHeights())
}

// checkKinds refuses entries without heights for an ask with a vertical threshold.
func (a *askFields) checkKinds(heights bool) error {
	if a.search().Rule().HasHeights() && !heights {
		return fmt.Errorf("slabs: plan: vertical: the entries have no heights")
	}
	return nil
}
