package main

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/tier"
)

// visited fills the folder with the herd, zones for it, the ships of inputs and ports for them.
func visited(t *place) {
	t.Helper()
	inputs(t)
	herd(t, "herd.csv", 12)
	write(t, "zones.geojson", `{"type":"FeatureCollection","features":[
{"type":"Feature","id":"field","properties":{"name":"Field","from":10,"to":90},"geometry":{"type":"Polygon","coordinates":[[[2,2],[6,2],[6,6],[2,6],[2,2]],[[3,3],[4,3],[4,4],[3,3]]]}},
{"type":"Feature","id":"fence","properties":{"name":"Fence"},"geometry":{"type":"LineString","coordinates":[[0,0],[7,9],[9,1]]}},
{"type":"Feature","id":7,"properties":{"name":"Well"},"geometry":{"type":"MultiPoint","coordinates":[[5,8],[1,4]]}}]}`)
	write(t, "ports.csv", "zone_id,wkt\nquay,\"POLYGON((3.99 0.0015,4.01 0.0015,4.01 0.0025,3.99 0.0025,3.99 0.0015))\"\nbuoy,POINT(4.001 0.004)\nairfield,\"POLYGON((8.48 47.39,8.51 47.385,8.52 47.41,8.48 47.39))\"\n")
}

// zoneQuestions are the data, the flags and the levels of questions of visits.
func zoneQuestions() []struct{ data, flags, levels string } {
	const all = "visits hits pairs events"
	return []struct{ data, flags, levels string }{
		{"herd.csv", "--zones zones.geojson", all},
		{"herd.csv", "--zones zones.geojson --distance 0.7 --radius 0.1 --from 45 --to 99", all},
		{"herd.csv", "--zones zones.geojson --distance 0.7 --limit 9 --zone-id name", all},
		{"herd.csv", "--zones zones.geojson --distance 0.7 --merge-gap 30 --min-duration 2", "visits pairs events"},
		{"herd.csv", "--zones zones.geojson --distance 1 --top 9 --with positions", "visits pairs"},
		{"herd.csv", "--zones zones.geojson --distance 1 --having zone_id!=fence --having inside>3", "visits pairs"},
		{"herd.csv", "--zones zones.geojson --distance 1 --having event=exit --limit 12", "events"},
		{"herd.csv", "--zones zones.geojson --distance 1 --max-gap 10 --with speeds", "visits hits"},
		{"ships.csv", "--lonlat --zones ports.csv --distance 200m --with positions --units-out nmi", "visits pairs events"},
		{"ships.csv", "--lonlat --zones ports.csv --zone-sides arcs --distance 50m", all},
		{"aircraft.csv", "--lonlat --zones ports.csv --zone-height 0,1500 --distance 2km", all},
	}
}

// TestVerifyOfVisits: verify accepts the answers of visits, of every level, in every format, checking all objects and a few.
func TestVerifyOfVisits(on *testing.T) {
	t := beside(on)
	visited(t)
	endings := []string{".csv", ".jsonl.zst", ".parquet", ".arrows", ".csv.gz", ".geojson"}
	turn, rows := 0, 0
	for _, q := range zoneQuestions() {
		for level := range strings.FieldsSeq(q.levels) {
			ext := endings[turn%len(endings)]
			if turn++; strings.Contains(ext, "geojson") && (level == "hits" || !strings.Contains(q.flags, "--lonlat")) {
				ext = ".ndjson"
			}
			file, flags := "visits"+strconv.Itoa(turn)+ext, q.flags+" --level "+level
			if r := invoke(t, "", words("visits %s %s --out %s --quiet", q.data, flags, file)...); r.status != cli.OK {
				t.Fatalf("%s: %+v", flags, r)
			}
			sample := []string{"1000", "7"}[turn%2]
			r := invoke(t, "", words("verify %s --entries %s %s --sample %s", file, q.data, flags, sample)...)
			if r.status != cli.OK || !strings.Contains(r.out, ": as they should be") || strings.Contains(r.out, "no flag told") || sample == "1000" && numbered(r.out) == 0 {
				t.Errorf("%s: %+v", flags, r)
			}
			rows += numbered(r.out)
		}
	}
	if rows < 300 {
		t.Errorf("%d rows were checked", rows)
	}
}

// numbered returns the number of rows that verify says it has checked.
func numbered(said string) (rows int) {
	_, after, _ := strings.Cut(said, " checked, ")
	fmt.Sscanf(after, "%d", &rows) //nolint:errcheck // 0 rows then
	return rows
}

// TestVerifyOfVisitsOtherwise: a file of visits is no answer to another question.
func TestVerifyOfVisitsOtherwise(on *testing.T) {
	t := beside(on)
	visited(t)
	const asked = "--zones zones.geojson --distance 0.7"
	must(t, words("visits herd.csv %s --out visits.csv --quiet", asked)...)
	must(t, words("join herd.csv --distance 1 --out met.csv --quiet --device cpu")...)
	write(t, "others.geojson", strings.Replace(read(t, "zones.geojson"), "[6,6]", "[6,6.5]", 1))
	for _, c := range []struct {
		flags  string
		status int
		wants  string
	}{
		{"visits.csv " + asked, cli.OK, "as they should be"},
		{"visits.csv --distance 0.7 --zones others.geojson", cli.Failure, "visits.csv: "},
		{"visits.csv --distance 0.6 --zones zones.geojson", cli.Failure, "visits.csv: row "},
		{"visits.csv --distance 0.7 --zones zones.geojson --zone-id name", cli.Failure, `zone_id "fence" is not in the data`},
		{"visits.csv --merge-gap 50 " + asked, cli.Failure, "no column parts"},
		{"visits.csv --to 100 " + asked, cli.Failure, "visits.csv: "},
		{"visits.csv --limit 5 " + asked, cli.Failure, "--limit 5 leaves 5"},
		{"visits.csv --distance 0.7", cli.WrongUsage, "--zones FILE is missing"},
		{"visits.csv --level hits " + asked, cli.Failure, "give --level visits"},
		{"met.csv " + asked, cli.WrongUsage, "is for a file of visits, and met.csv has encounters"},
		{"met.csv --distance 1 --zone-id name", cli.WrongUsage, "--zone-id: is not for join"},
		{"visits.csv --queries herd.csv " + asked, cli.WrongUsage, "without --queries and --neighbours"},
		{"visits.csv --vertical 3 " + asked, cli.WrongUsage, "--vertical: is not for visits"},
	} {
		if r := invoke(t, "", words("verify %s --entries herd.csv", c.flags)...); r.status != c.status || !strings.Contains(r.out+r.err, c.wants) {
			t.Errorf("%s: %+v, want %q", c.flags, r, c.wants)
		}
	}
	if r := invokeOn(t, streams{outgrown: true}, words("verify visits.csv --entries herd.csv %s", asked)...); r.status != cli.Failure || !strings.Contains(r.err, "visits are recomputed from data that fit memory") {
		t.Errorf("data that outgrow memory: %+v", r)
	}
}

// TestVerifyOfVisitsFindsDamage: a changed field of any column is found at each level, with exit status 1 and one line, and so are rows that are missing or too many.
func TestVerifyOfVisitsFindsDamage(on *testing.T) {
	tier.Full(on)
	t := beside(on)
	visited(t)
	for level := range strings.FieldsSeq("visits hits pairs events") {
		flags := "--zones zones.geojson --distance 0.7 --level " + level
		if level != "hits" {
			flags += " --merge-gap 15"
		}
		must(t, words("visits herd.csv %s --out good.csv --quiet", flags)...)
		lines := strings.Split(strings.TrimSpace(read(t, "good.csv")), "\n")
		bad := [][]string{lines[:len(lines)-1], append(lines[:2:2], lines[3:]...), append(lines[:len(lines):len(lines)], lines[len(lines)-1])}
		for k := range strings.Split(lines[0], ",") {
			other := append([]string{}, lines...)
			other[len(lines)/2] = field(other[len(lines)/2], k, nudged)
			bad = append(bad, other)
		}
		for i, some := range bad {
			write(t, "bad.csv", strings.Join(some, "\n")+"\n")
			r := invoke(t, "", words("verify bad.csv --entries herd.csv %s", flags)...)
			if r.status != cli.Failure || r.out != "" || !strings.HasPrefix(r.err, "flyby: bad.csv: ") || strings.Count(r.err, "\n") != 1 {
				t.Errorf("%s, damage %d: %+v", level, i, r)
			}
		}
	}
}

// nudged returns another field.
func nudged(field string) string {
	if v, err := strconv.ParseFloat(field, 64); err == nil {
		return strconv.FormatFloat(v+1e-6*(1+v), 'g', -1, 64)
	}
	return map[string]string{"enter": "exit", "exit": "enter", "": "both", "both": "start", "start": "", "end": ""}[field]
}
