package job_test

import (
	"errors"
	"maps"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"flyby"
	"flyby/internal/infile"
	"flyby/internal/output"
	"flyby/job"
	"flyby/question"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// put writes a file and returns its path.
func put(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// asked asks for the encounters of queries with entries.
func asked(entries, queries string, distance float64) job.Ask {
	a := job.Ask{Inputs: job.Inputs{Entries: []string{entries}}, Question: question.Question{Search: flyby.Search{Distance: distance}}, Machine: flyby.Options{Device: "cpu"}}
	if queries != "" {
		a.Queries = []string{queries}
	}
	return a
}

// of returns the test, with data beyond memory or in it.
func of(t *testing.T, outgrown bool) testing.TB {
	if outgrown {
		return beyondMemory{t}
	}
	return t
}

// scaled returns a table with the numbers in its columns multiplied by rational numbers, each product rounded once; "" for a column that stays.
func scaled(table string, by ...string) string {
	lines := strings.Split(strings.TrimSpace(table), "\n")
	for n, line := range lines[1:] {
		cells := strings.Split(line, ",")
		for i, factor := range by {
			if v, err := strconv.ParseFloat(cells[i], 64); factor != "" && err == nil {
				f, _ := new(big.Rat).SetString(factor)
				exact := new(big.Rat).SetFloat64(v)
				v, _ = exact.Mul(exact, f).Float64()
				cells[i] = strconv.FormatFloat(v, 'g', -1, 64)
			}
		}
		lines[n+1] = strings.Join(cells, ",")
	}
	return strings.Join(lines, "\n") + "\n"
}

// TestSearchInUnits: queries in other units have the rows of the file that was converted by hand, in memory and beyond, from text and in the row groups of Parquet,
// with the threshold and limits in the units of the entries.
func TestSearchInUnits(t *testing.T) {
	text0, err := os.ReadFile(galaxy(t, "q.csv", 2))
	if err != nil {
		t.Fatal(err)
	}
	pc := scaled(string(text0), "", "1000003", "7003/7", "7003/7", "7003/7")
	hand := scaled(pc, "", "1/1000000", "1/1000", "1/1000", "1/1000")
	ask := asked(galaxy(t, "e.csv", 1), "", 0.8)
	ask.With, ask.Read = []string{question.Positions, question.Speeds}, (format.Options{Units: format.Units{Length: "kpc", Time: "Myr"}, MaxGap: 3})
	byHand := ask
	byHand.Queries = []string{put(t, "hand.csv", hand)}
	want, r := text(t, byHand)
	if r.Rows == 0 || r.Queries.Conversion() != "" {
		t.Fatalf("%d rows, %q", r.Rows, r.Queries.Conversion())
	}
	ask.QueryRead = &format.Options{Units: format.Units{Length: "pc", Time: "yr"}, MaxGap: 3}
	store, report, err := input.Read(t.Context(), put(t, "pc.csv", pc), *ask.QueryRead)
	if err != nil {
		t.Fatal(err)
	}
	noted := filepath.Join(t.TempDir(), "pc.parquet")
	if err := output.WriteStore(t.Context(), noted, store, output.WriteOptions{Units: report.Units}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{put(t, "pc.csv", pc), noted} {
		for _, outgrown := range []bool{false, true} {
			ask.Queries = []string{name}
			got, r := text(of(t, outgrown), ask)
			if got != want || r.Queries.Conversion() != "converted lengths in pc to kpc, times in yr to Myr" || r.Entries.Conversion() != "" || r.Queries.Outgrows() != outgrown {
				t.Errorf("%s, outgrown %v: %q\n%s\nwant\n%s", filepath.Base(name), outgrown, r.Queries.Conversion(), got, want)
			}
		}
	}
	ask.Queries, ask.QueryRead = nil, nil
	base, err := job.OpenBase(t.Context(), job.Ask{Inputs: job.Inputs{Entries: ask.Entries, Read: ask.Read}, Machine: ask.Machine})
	if err != nil {
		t.Fatal(err)
	}
	defer base.Close()
	if ask.QueryData, err = input.Open(t.Context(), []string{noted}, input.Options{Read: format.Options{MaxGap: 3}}); err != nil {
		t.Fatal(err)
	}
	ask.Entries = nil
	j, err := base.Job(t.Context(), request(ask))
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	rows := strings.Builder{}
	if _, err = j.Run(t.Context(), job.Writer(&rows)); err != nil || rows.String() != want {
		t.Errorf("a base: %v\n%s\nwant\n%s", err, rows.String(), want)
	}
	db, err := flyby.Open(t.Context(), mustOpen(t, byHand.Entries[0], ask.Read), flyby.Options{Device: "cpu"})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var found [2]trajectory.Hits
	for i, queries := range []*input.Data{mustOpen(t, byHand.Queries[0], ask.Read), mustOpen(t, noted, format.Options{MaxGap: 3})} {
		hits, err := db.Hits(t.Context(), flyby.Search{Distance: 0.8, Queries: queries})
		if err == nil {
			found[i], err = hits.Collect()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if found[0].Len() == 0 || !slices.Equal(found[0].Enter, found[1].Enter) || !slices.Equal(found[0].QueryTraj, found[1].QueryTraj) {
		t.Errorf("a database: %d and %d hits", found[0].Len(), found[1].Len())
	}
}

// mustOpen opens a data set.
func mustOpen(t *testing.T, path string, o format.Options) *input.Data {
	t.Helper()
	d, err := input.Open(t.Context(), []string{path}, input.Options{Read: o})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestPlacesInUnits: places on either side are in other units than what passes them, and the entries' count.
func TestPlacesInUnits(t *testing.T) {
	places, tracks := put(t, "places.csv", "id,x,y\nA,1,0\n"), put(t, "tracks.csv", "id,t,x,y\n7,0,0,100\n7,60,2000,100\n")
	still := format.Options{Units: format.Units{Length: "km"}, Columns: map[string]string{"t": format.NoTimes}}
	moving := format.Options{Units: format.Units{Length: "m", Time: "s"}}
	for _, c := range []struct {
		entries, queries string
		read, query      format.Options
		distance         float64
		want, told       string
	}{
		{places, tracks, still, moving, 0.2, "7,A,24.803847577293368,35.19615242270663,30,0.1,0.03333333333333333,\n", "converted lengths in m to km"},
		{tracks, places, moving, still, 200, "A,7,24.803847577293368,35.19615242270663,30,100,33.333333333333336,\n", "converted lengths in km to m"},
	} {
		for _, outgrown := range []bool{false, true} {
			a := asked(c.entries, c.queries, c.distance)
			a.Read, a.QueryRead = c.read, &c.query
			got, r := text(of(t, outgrown), a)
			if _, rows, _ := strings.Cut(got, "\n"); rows != c.want || r.Queries.Conversion() != c.told {
				t.Errorf("%s, outgrown %v: %q, %s", filepath.Base(c.queries), outgrown, r.Queries.Conversion(), got)
			}
		}
	}
}

// TestUnitsUnsaid: a unit that is known of one data set alone is refused with the flag that says it, which suits.
func TestUnitsUnsaid(t *testing.T) {
	path := put(t, "a.csv", "id,t,x,y,z\n1,0,0,0,5\n1,60,9,0,5\n")
	said := format.Units{Length: "kpc", Time: "Myr"}
	for _, c := range []struct {
		entries, queries format.Options
		want             string // "": compared
	}{
		{format.Options{}, format.Options{}, ""},
		{format.Options{Units: said}, format.Options{Units: said}, ""},
		{format.Options{Units: said}, format.Options{}, "lengths are kpc in E, and nothing says their unit in Q: --query-units kpc,Myr does"},
		{format.Options{}, format.Options{Units: said}, "lengths are kpc in Q, and nothing says their unit in E: --entry-units kpc,Myr does"},
		{format.Options{Units: said}, format.Options{Units: format.Units{Length: "pc"}}, "times are Myr in E, and nothing says their unit in Q: --query-units pc,Myr does"},
		{format.Options{Units: format.Units{Time: "mjd"}}, format.Options{}, "times are mjd in E, and nothing says their unit in Q: --query-units ,mjd does"},
		{format.Options{Units: said}, format.Options{Units: format.Units{Length: "pc"}, ColumnUnits: map[string]string{"z": "kpc"}}, "times are Myr in E, and nothing says their unit in Q: --query-units pc,Myr,z=kpc does"},
		{format.Options{Units: format.Units{Time: "mjd"}}, format.Options{Units: format.Units{Time: "jd"}}, "times are mjd in E, jd in Q"},
	} {
		queries := put(t, "q.csv", "id,t,x,y,z\n1,0,0,0,5\n1,60,9,0,5\n")
		a := asked(path, queries, 1)
		a.Read, a.QueryRead = c.entries, &c.queries
		j, err := job.Open(t.Context(), a)
		if err == nil {
			err = j.Close()
		}
		var differ *job.DifferError
		if c.want == "" && err != nil || c.want != "" && (!errors.As(err, &differ) || err.Error() != strings.NewReplacer(" E", " "+path, " Q", " "+queries).Replace(c.want)) {
			t.Errorf("%+v, %+v: %v, want %q", c.entries.Units, c.queries.Units, err, c.want)
		}
	}
}

// said sets the columns that a suggestion names, of one side or of both.
func said(t *testing.T, a *job.Ask, message string) {
	t.Helper()
	_, try, _ := strings.Cut(message, "; try: ")
	try, _, _ = strings.Cut(try, " (left to say")
	read, query := a.Read, a.Read
	for flag := range strings.FieldsSeq(strings.ReplaceAll(try, "columns ", "columns=")) {
		name, value, _ := strings.Cut(strings.TrimPrefix(flag, "--"), "=")
		columns, err := infile.ParseColumns(value)
		if value != "" && err != nil {
			t.Fatal(err)
		}
		for _, side := range []struct {
			prefix string
			of     *format.Options
		}{{"entry-", &read}, {"query-", &query}} {
			switch rest := strings.TrimPrefix(name, side.prefix); rest {
			case "columns":
				side.of.Columns = columns
			case "lonlat":
				side.of.LonLat = true
			}
		}
	}
	a.Read, a.QueryRead = read, &query
}

// TestSidesSuggested: a suggestion names the side that needs it, both where both do, and each with its own where they differ; with it the search runs.
func TestSidesSuggested(t *testing.T) {
	metres := func(header, id string) string { return header + "\n" + id + ",0,0,0\n" + id + ",60,9,0\n" }
	degrees := func(header, id string) string {
		return header + "\n" + id + ",2024-05-01T10:00:00Z,10,0\n" + id + ",2024-05-01T10:01:00Z,10,0.001\n"
	}
	files := map[string]string{"stars": metres("source_id,t,x,y", "7"), "more": metres("source_id,t,x,y", "8"), "sun": metres("id,t,x,y", "1"), "late": metres("id,time,x,y", "1"),
		"tracks": metres("track_id,time,x,y", "2"), "fleet": degrees("vehicle_id,timestamp,longitude,latitude", "7"), "ships": degrees("id,t,lon,lat", "1"), "ports": "name,lon,lat\nA,10,0\n"}
	for name, content := range files {
		files[name] = put(t, name+".csv", content)
	}
	for _, c := range []struct{ entries, queries, want string }{
		{"stars", "sun", "--entry-columns id=source_id"},
		{"sun", "stars", "--query-columns id=source_id"},
		{"stars", "more", "--columns id=source_id"},
		{"late", "stars", "--entry-columns t=time --query-columns id=source_id"},
		{"stars", "tracks", "--entry-columns id=source_id --query-columns id=track_id,t=time"},
		{"ships", "fleet", "--query-lonlat --query-columns id=vehicle_id,t=timestamp,x=longitude,y=latitude"},
		{"ships", "ports", "--query-lonlat --query-columns id=name,t=none (left to say: t=none takes the rows for places, beside a file with times)"},
		{"fleet", "ports", "--entry-lonlat --entry-columns id=vehicle_id,t=timestamp,x=longitude,y=latitude --query-columns id=name,t=none (left to say: t=none takes the rows for places, beside a file with times)"},
	} {
		a := asked(files[c.entries], files[c.queries], 5)
		_, err := job.Open(t.Context(), a)
		if err == nil || !strings.HasSuffix(err.Error(), "; try: "+c.want) {
			t.Errorf("%s, %s: %v, want %s", c.entries, c.queries, err, c.want)
			continue
		}
		if said(t, &a, err.Error()); maps.Equal(a.Read.Columns, a.QueryRead.Columns) {
			a.QueryRead = nil // as of one flag for both
		}
		if rows, r := text(t, a); r.Rows != 1 {
			t.Errorf("%s, %s: %s", c.entries, c.queries, rows)
		}
	}
}

// TestOneFileTwice: one file is searched with rows of its own, read with other options.
func TestOneFileTwice(t *testing.T) {
	path := put(t, "a.csv", "id,t,x,y,kind\n1,0,0,0,car\n1,60,9,0,car\n2,0,0,1,bus\n2,60,9,1,bus\n")
	query := format.Options{Reading: format.Reading{Where: []format.Condition{{Column: "kind", Operator: "=", Value: "bus"}}}}
	for _, outgrown := range []bool{false, true} {
		a := asked(path, path, 2)
		a.QueryRead = &query
		rows, r := text(of(t, outgrown), a)
		if r.Rows != 2 || r.Entries.Trajectories() != 2 || r.Queries.Trajectories() != 1 {
			t.Errorf("outgrown %v: %s", outgrown, rows)
		}
	}
}

// TestZoneOfASide: the flag that an error about a zone names is of the queries, where the entries were read without.
func TestZoneOfASide(t *testing.T) {
	local := func(header string) string {
		return header + "\n1,2024-05-01T10:00:00,0,0\n1,2024-05-01T10:01:00,9,0\n"
	}
	whole := put(t, "whole.csv", strings.ReplaceAll(local("id,t,x,y"), ":00,", ":00Z,"))
	for _, c := range []struct{ entries, queries, want string }{
		{whole, put(t, "local.csv", local("id,t,x,y")), "or tell the zone of all as --query-tz UTC does"},
		{put(t, "local.csv", local("id,t,x,y")), whole, "or tell the zone of all as --tz UTC does"},
		{whole, put(t, "named.csv", local("vessel,time,x,y")), "try: --query-tz UTC --query-columns id=vessel,t=time"},
	} {
		_, err := job.Open(t.Context(), asked(c.entries, c.queries, 1))
		if err == nil || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// TestValuesOfSides: numbers of further columns are converted from the unit that each side has for them, and compared so; equal texts of two sides are two numbers.
func TestValuesOfSides(t *testing.T) {
	path := put(t, "e.csv", "id,t,x,y,speed\n1,0,0,0,10\n1,60,9,0,10\n")
	queries := put(t, "q.csv", "id,t,x,y,speed\n7,0,0,0,10\n7,60,9,0,10\n8,0,0,0,36\n8,60,9,0,36\n")
	ask := func(entry, query, having string) job.Ask {
		read := format.Options{Units: format.Units{Length: "m", Time: "s"}, ColumnUnits: map[string]string{"speed": entry}}
		other := format.Options{Units: read.Units, ColumnUnits: map[string]string{"speed": query}}
		if query == "" {
			other.ColumnUnits = nil
		}
		condition, err := format.ParseCondition(having)
		if err != nil {
			t.Fatal(err)
		}
		a := asked(path, queries, 5)
		a.Read, a.QueryRead, a.With, a.Having = read, &other, []string{"speed"}, []format.Condition{condition}
		return a
	}
	for having, want := range map[string]uint64{"query_speed<9.9m/s": 1, "query_speed<=10m/s": 2, "entry_speed>9m/s": 2, "entry_speed<9m/s": 0, "query_speed<9": 1} {
		if rows, r := text(t, ask("m/s", "km/h", having)); r.Rows != want {
			t.Errorf("%s: %d rows, want %d\n%s", having, r.Rows, want, rows)
		}
	}
	for _, query := range []string{"", "km"} {
		_, err := job.Run(t.Context(), ask("m/s", query, "entry_speed>9m/s"), job.Sink{})
		if units := (*job.UnitError)(nil); !errors.As(err, &units) {
			t.Errorf("m/s beside %q: %v", query, err)
		}
	}
}
