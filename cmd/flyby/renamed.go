package main

import (
	"strings"

	"flyby/internal/printable"
	"flyby/trajectory/format"
)

// tellRenamed says what persons and containers are called that have the id of another object.
func (a *app) tellRenamed(name string, r format.Renamed) {
	if !r.Any() {
		return
	}
	var who []string
	if r.Persons > 0 {
		who = append(who, plural(r.Persons, "person"))
	}
	if r.Containers > 0 {
		who = append(who, plural(r.Containers, "container"))
	}
	verb, called := "has the id of another object: it is", printable.Text(strings.Join(r.First, ", "))
	if n := r.Persons + r.Containers; n > 1 {
		verb = "have the id of another object: they are"
		if n > len(r.First) {
			called += " and so on"
		}
	}
	a.display.note("%s: %s %s called %s", name, strings.Join(who, " and "), verb, called)
}

// renamedOf is what a summary has of renamed persons and containers, nil where there are none.
func renamedOf(r format.Report) *format.Renamed {
	if !r.Renamed.Any() {
		return nil
	}
	return &r.Renamed
}
