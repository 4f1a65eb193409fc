package job_test

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"flyby"
	"flyby/job"
	"flyby/question"
	"flyby/trajectory/format"
)

// closestByFormula returns the time and the distance of the closest approach of each star of sky.csv to the Sun by -r.v/v^2 and |r x v|/|v|, and the distance and the speed of the star.
func closestByFormula(t *testing.T, path string) (of map[string][4]float64) {
	t.Helper()
	all, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(all), "\n")
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	of = map[string][4]float64{}
	for _, row := range rows[1:] {
		var v []float64
		for _, cell := range row {
			x, err := strconv.ParseFloat(cell, 64)
			if err != nil {
				t.Fatal(err)
			}
			v = append(v, x)
		}
		r, speed, epoch := math.Hypot(math.Hypot(v[8], v[9]), v[10]), math.Hypot(math.Hypot(v[11], v[12]), v[13]), (v[7]-2016)/1e6
		of[row[0]] = [4]float64{v[14] + epoch, v[15], r, speed}
	}
	return of
}

// TestStarsPassTheSun: search and nearest give the closest approaches of stars to the origin that the closed form gives.
func TestStarsPassTheSun(t *testing.T) {
	path, err := filepath.Abs("../internal/reading/fileset/testdata/sky.csv")
	if err != nil {
		t.Fatal(err)
	}
	want := closestByFormula(t, path)
	for _, q := range []question.Question{
		{Kind: question.Searches, Level: question.Encounters, Search: flyby.Search{Distance: 1e5}},
		{Kind: question.NearestTrajectories, Search: flyby.Search{K: len(want)}},
	} {
		ahead := 1e4 // Myr, as far as some of the stars are slow
		a := job.Ask{Inputs: job.Inputs{Entries: []string{path}, Queries: []string{"origin"}, Read: format.Options{Preset: "gaia", States: true, Ahead: ahead, Behind: ahead}}, Question: q, Machine: flyby.Options{Device: "cpu"}}
		got, _ := text(t, a)
		rows, err := csv.NewReader(strings.NewReader(got)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		at := map[string]int{}
		for column, name := range rows[0] {
			at[name] = column
		}
		found := 0
		for _, row := range rows[1:] {
			f := want[row[at["entry_traj"]]]
			when, _ := strconv.ParseFloat(row[at["t_closest"]], 64)
			d, _ := strconv.ParseFloat(row[at["d_min"]], 64)
			if math.Abs(f[0]) > ahead {
				continue
			}
			found++
			// Samples lie up to v*ahead away, where float64 has digits of that size.
			if size := f[2] + f[3]*ahead; !(math.Abs(d-f[1]) <= 1e-15*size+1e-12*f[2]) || !(math.Abs(when-f[0])*f[3] <= 1e-14*size+1e-12*f[2]) {
				t.Errorf("%s: %v at %v, want %v at %v", row[at["entry_traj"]], d, when, f[1], f[0])
			}
		}
		if row := rows[1]; found < 190 || row[at["query_traj"]] != "origin" {
			t.Errorf("%s: %d stars of %d; %v", q.Kind, found, len(want), row)
		}
	}
}

// TestOrigin: queries called origin are a place where all coordinates are 0, of the dimensions and units of the entries, with the radius of files without one; a file of this name counts in its place.
func TestOrigin(t *testing.T) {
	plane := textFile(t, "plane.csv", "id,t,x,y\na,0,3,4\na,2,-3,4\n")
	space := textFile(t, "space.csv", "id,t,x,y,z\na,0,3,4,1\na,2,-3,4,1\n")
	place := textFile(t, "place.csv", "id,t,x,y\norigin,,0,0\n")
	placeInSpace := textFile(t, "placeinspace.csv", "id,t,x,y,z\norigin,,0,0,0\n")
	for _, c := range []struct {
		entries, same string
		read          format.Options
	}{
		{plane, place, format.Options{}}, {space, placeInSpace, format.Options{}}, {space, place, format.Options{Height: format.NoHeight}},
		{plane, place, format.Options{Units: format.Units{Length: "km", Time: "s"}}}, {plane, place, format.Options{Radius: 0.25}},
	} {
		a := job.Ask{Inputs: job.Inputs{Entries: []string{c.entries}, Queries: []string{"origin"}, Read: c.read}, Question: question.Question{Level: question.Encounters, Search: flyby.Search{Distance: 4.5}}, Machine: flyby.Options{Device: "cpu"}}
		got, r := text(t, a)
		a.Queries = []string{c.same}
		if want, _ := text(t, a); got != want || r.Rows != 1 || r.Queries.Report.Places != 1 {
			t.Errorf("%+v: %s%+v, want\n%s", c.read, got, r.Counts, want)
		}
	}
	folder := filepath.Dir(textFile(t, "origin", "id,t,x,y\nfile,,3,4\n"))
	a := job.Ask{Inputs: job.Inputs{Entries: []string{plane}, Queries: []string{"origin"}, Read: format.Options{}}, Question: question.Question{Level: question.Encounters, Search: flyby.Search{Distance: 1}}, Machine: flyby.Options{Device: "cpu"}}
	a.Read.Folder = folder
	if got, _ := text(t, a); !strings.Contains(got, "\nfile,a,") {
		t.Errorf("beside a file: %s", got)
	}
	a.Read.Folder, a.Read.LonLat = "", true
	_, err := job.Run(t.Context(), a, job.Func(func(job.Rows) error { return nil }))
	if err == nil || fieldOf(err) != "Queries" || !strings.Contains(err.Error(), "origin: is for plain coordinates") {
		t.Errorf("beside degrees: %v", err)
	}
}
