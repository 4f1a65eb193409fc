package main

import (
	"slices"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/tier"
)

// columnJoins returns joins of files of all formats with columns of the input in --with, and one row of each result.
func columnJoins() []struct{ files, flags, says string } {
	return []struct{ files, flags, says string }{
		{"cars.fcd.xml", "--distance 5 --with type,lane,speed", "car,car,w_0,e_0,10,10"},
		{"stars.vot", "--distance 1 --with name,t", "sun,wolf,1,1"},
		{"stars.xml", "--distance 1 --with name", "sun,wolf"},
		{"stars.fits", "--distance 1 --with name", "sun,wolf"},
		{"walk.gpx", "--distance 500m --with name,ele", "back,out,500,500"},
		{"orbits.oem", "--distance 5000km --curve none --with OBJECT_NAME,X", "ONE,TWO,6800,6795"},
		{"tracks.zip", "--distance 20000km --with date,name", ""},
		{"days", "--distance 1e9 --with x", ""},
		{"named.csv", "--distance 1 --with name,tonnage", `"Otto, Max",Ann,12.5,7`},
	}
}

// TestColumnsOfFormats: columns of the input in results are the same where data outgrow memory, and verify confirms them from the
// data, both ways; a row with another value is found, and so is a column that the data do not have.
func TestColumnsOfFormats(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	inputs(t)
	for _, c := range columnJoins() {
		join := strings.Fields("join " + c.files + " " + c.flags + " --level pairs --device cpu --threads 2")
		whole := must(t, join...)
		if c.says != "" && !strings.HasSuffix(strings.SplitN(whole, "\n", 3)[1], ","+c.says) {
			t.Errorf("%s: %s, want a row with %s", c.files, whole, c.says)
		}
		if r := invokeOn(t, streams{outgrown: true}, join...); r.status != cli.OK || r.out != whole {
			t.Errorf("%s: beyond memory: %+v, want %s", c.files, r, whole)
		}
		write(t, "met.csv", whole)
		verify := strings.Fields("verify met.csv --entries " + c.files + " " + c.flags + " --level pairs")
		for _, outgrown := range []bool{false, true} {
			if r := invokeOn(t, streams{outgrown: outgrown}, verify...); r.status != cli.OK || !strings.Contains(r.out, ": as they should be") || strings.Contains(r.out, "no flag told") {
				t.Errorf("%s, outgrown %v: %+v", c.files, outgrown, r)
			}
		}
		lines := strings.SplitAfter(whole, "\n")
		lines[1] = strings.TrimSuffix(lines[1], "\n") + "7\n"
		write(t, "met.csv", strings.Join(lines, ""))
		if r := invoke(t, "", verify...); r.status != cli.Failure || !strings.Contains(r.err, "met.csv: row 1: entry_") {
			t.Errorf("%s: another value in the last column: %+v", c.files, r)
		}
		at := slices.Index(verify, "--with")
		if r := invoke(t, "", slices.Delete(slices.Clone(verify), at, at+2)...); r.status != cli.OK || !strings.Contains(r.out, "which no flag told of") {
			t.Errorf("%s: without --with: %+v", c.files, r)
		}
		verify[at+1] = "lacking"
		if r := invoke(t, "", verify...); r.status != cli.WrongUsage || !strings.Contains(r.err, `there is none of that name; there is "`) {
			t.Errorf("%s: a column that lacks: %+v", c.files, r)
		}
	}
}
