package job_test

import (
	"bytes"
	"errors"
	"testing"

	"flyby"
	"flyby/job"
	"flyby/points/format"
	"flyby/question"
	trajectories "flyby/trajectory/format"
)

// apart asks for the nearest points of queries that are read by options of their own.
func apart(entries, queries string, read, own format.Options) job.Ask {
	return job.Ask{Inputs: job.Inputs{Entries: []string{entries}, Queries: []string{queries}, PointRead: read, QueryPointRead: &own},
		Question: question.Question{Kind: question.NearestPoints, Points: question.Points{Nearest: 2}}, Machine: flyby.Options{Device: "cpu"}}
}

// inUnit returns the options of reading coordinates of a unit.
func inUnit(length string) format.Options {
	return format.Options{Units: trajectories.Units{Length: length}}
}

// TestPointSides: queries with columns and a unit of their own have the rows of the file that was converted by hand, to the bit; conditions are those of the side, of one file, too.
func TestPointSides(t *testing.T) {
	entries := put(t, "p.csv", "x,y\n0,0\n3,4\n1.1,2.2\n")
	const queries = "who,north,east\n7,2200.7,1100.3\n9,4000,3000\n8,1e7,7.7e6\n"
	own := inUnit("km")
	own.Columns = map[string]string{"id": "who", "x1": "east", "x2": "north"}
	want, r := pointText(t, apart(entries, put(t, "hand.csv", scaled(queries, "", "1/1000", "1/1000")), inUnit("km"), own))
	if r.Rows != 6 || r.Points.Queries.Conversion != "" {
		t.Fatalf("%d rows, %q", r.Rows, r.Points.Queries.Conversion)
	}
	own.Units.Length = "m"
	got, r := pointText(t, apart(entries, put(t, "m.csv", queries), inUnit("km"), own))
	if got != want || r.Points.Queries.Conversion != "converted lengths in m to km" || r.Points.Entries.Conversion != "" || r.Points.Entries.Read.Side != "entry" || r.Points.Queries.Read.Side != "query" {
		t.Errorf("%q\n%s\nwant\n%s", r.Points.Queries.Conversion, got, want)
	}
	some := format.Options{Reading: trajectories.Reading{Where: all(t, "x>2")}}
	if _, r := pointText(t, apart(entries, entries, format.Options{}, some)); r.Rows != 2 || r.Points.Queries.Len() != 1 || r.Points.Entries.Len() != 3 {
		t.Errorf("of one file: %d rows", r.Rows)
	}
}

// TestPointSidesDiffer: degrees and plain numbers, and a unit that is known of one side alone, are not compared; options of queries that there are not are refused.
func TestPointSidesDiffer(t *testing.T) {
	entries, queries := put(t, "p.csv", "lon,lat,z\n0,0,1\n"), put(t, "q.csv", "lon,lat,z\n0,0,1\n")
	degrees := format.Options{Reading: trajectories.Reading{LonLat: true}}
	for _, c := range []struct {
		read, own format.Options
		want      job.DifferError
	}{
		{degrees, format.Options{}, job.DifferError{What: "frame", Entries: "earth-centred metres", Queries: "plain coordinates"}},
		{inUnit("m"), degrees, job.DifferError{What: "frame", Entries: "plain coordinates", Queries: "earth-centred metres"}},
		{inUnit("m"), format.Options{}, job.DifferError{What: "lengths", Entries: "m", Try: "--query-units m"}},
		{format.Options{}, inUnit("kpc"), job.DifferError{What: "lengths", Queries: "kpc", Try: "--entry-units kpc"}},
	} {
		c.want.EntryName, c.want.QueryName = entries, queries
		var differ *job.DifferError
		if _, err := job.Run(t.Context(), apart(entries, queries, c.read, c.own), job.Writer(&bytes.Buffer{})); !errors.As(err, &differ) || *differ != c.want {
			t.Errorf("%v, want %v", err, &c.want)
		}
	}
	for field, change := range map[string]func(*job.Ask){
		"QueryPointRead": func(a *job.Ask) { a.Queries = nil },
		"Kind":           func(a *job.Ask) { a.Kind = question.Searches },
		"Progress":       func(a *job.Ask) { a.QueryPointRead.Afford = func(format.Growth) error { return nil } },
		"Machine":        func(a *job.Ask) { a.QueryPointRead.Threads, a.Machine.Threads = -1, -1 },
		"Read.Threads":   func(a *job.Ask) { a.QueryPointRead.Threads = 3 },
	} {
		a := apart(entries, queries, format.Options{}, format.Options{})
		change(&a)
		if _, err := job.Run(t.Context(), a, job.Writer(&bytes.Buffer{})); fieldOf(err) != field {
			t.Errorf("%s: %v", field, err)
		}
	}
}
