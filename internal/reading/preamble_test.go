package reading

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"flyby/trajectory/format"
)

// TestCommentsAreQuick: comment lines before a header take no memory each, as a search for columns would.
func TestCommentsAreQuick(t *testing.T) {
	const lines = 5000
	for _, line := range []string{"#", "# a,b,c,d", "#,,,,", "# \"a\"", "#id\tt\tx", "#;;;||||,,,\t\t\t"} {
		text := []byte(strings.Repeat(line+"\n", lines) + "id,t,x,y\n")
		allocated := testing.AllocsPerRun(1, func() {
			h, bad := new(Options).readHeader(text)
			if bad != nil || h.HeaderLines != lines+1 || h.HeaderSize != len(text) {
				t.Errorf("%q: %v, %d lines", line, bad, h.HeaderLines)
			}
		})
		if allocated > lines/5 {
			t.Errorf("%q: %v allocations for %d lines", line, allocated, lines)
		}
	}
}

// TestHeaderNames: headerNames.fit accepts every record that is a header, whatever quotes it has and whether
// options, a preset or neither name its columns.
func TestHeaderNames(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 28))
	files := [][]string{
		{"id", "t", "x", "y"}, {"traj_id", "t", "\"x\"", "y"}, {"id", "t", "lon", "lat"}, {"MMSI", "Timestamp", "Longitude", "LATITUDE", "Type of mobile"},
		{"icao24", "time", "lastposupdate", "lon", "lat", "geoaltitude", "baroaltitude"}, {"Person-ID", "timestep time", "person_x", "person.y"},
		{"été", "\u212aey", "x", "y"}, {"mmsi", "date_time_utc", "lat", "\"longitude\""},
	}
	headers := 0
	for range 400 {
		o := &Options{Options: format.Options{Reading: format.Reading{LonLat: r.IntN(2) == 0}}}
		if r.IntN(3) == 0 {
			o.Columns = map[string]string{"id": "été", "t": "\u212aey"}
		}
		names := slices.Clone(files[r.IntN(len(files))])
		if r.IntN(3) == 0 {
			names[r.IntN(len(names))] = []string{"r", "", "\"a\n\"", "\"", "id"}[r.IntN(5)]
		}
		r.Shuffle(len(names), func(i, k int) { names[i], names[k] = names[k], names[i] })
		text := []byte("#," + strings.Join(names, []string{",", ",", ";"}[r.IntN(3)]) + "\nid,t,x,y\n")
		if _, cause := o.headerAt(text, 0); cause != "" {
			continue
		}
		if headers++; !newHeaderNames(o).fit(text, 0) {
			t.Errorf("%q is a header", text)
		}
	}
	if headers < 50 {
		t.Errorf("%d headers of all", headers)
	}
}
