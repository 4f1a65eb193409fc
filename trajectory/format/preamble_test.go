package format

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flyby/internal/infile"
)

// paddedLines returns lines of n bytes in all, the last of which has spaces at its end.
func paddedLines(line string, n int) string {
	text := strings.Repeat(line+"\n", n/(len(line)+1)-1)
	return fmt.Sprintf("%s%-*s\n", text, n-len(text)-1, line)
}

// TestPreamble: in every text a megabyte may stand before the header, and no more, and an error of a row behind it names the
// line of the row.
func TestPreamble(t *testing.T) {
	folder := t.TempDir()
	magic, orbit, _ := strings.Cut(oem(oemSegment("A", "UTC", "2020-01-01T00:00:00 1 2 3")), "\n")
	table, _, _ := strings.Cut(ecsv("", "", "id '' int64", "t '' float64", "x '' float64", "y '' float64"), "id t x y")
	point := func(height string) string {
		return "39.9,116.3,0," + height + ",39744.1,2008-10-23,02:53:04\n"
	}
	for _, c := range []struct{ name, first, line, header, rows string }{
		{"a.csv", "", "#", "id,t,x,y\n", "1,0,1,2\n1,1,a,2\n"},
		{"mark.csv", "\xef\xbb\xbf", "#", "id,t,x,y\n", "1,0,1,2\n1,1,a,2\n"},
		{"a.tsv", "", "# a\tb\tc\td", "id\tt\tx\ty\n", "1\t0\t1\t2\n1\t1\ta\t2\n"},
		{"ais.csv", "", "# a,b", "# Timestamp,Type of mobile,MMSI,Latitude,Longitude\n", "01/01/2020 00:00:00,A,1,2,3\n01/01/2020 00:00:01,A,1,a,3\n"},
		{"a.ecsv", table, "# # a: b", "id t x y\n", "1 0 1 2\n1 1 a 2\n"},
		{"a.oem", magic + "\n", "COMMENT a", orbit, "2020-01-01T00:00:01 1 a 3\n"},
		{"a.plt", "", fmt.Sprintf("%-*s", infile.MaxPreamble/3, "Geolife trajectory"), "-\n-\n-\n-\n", point("492") + point("a")},
	} {
		for _, over := range []bool{false, true} {
			size := infile.MaxPreamble - 100 - len(c.first)
			if over {
				size += 200
			}
			head := c.first + paddedLines(c.line, size)
			path := filepath.Join(folder, c.name)
			if err := os.WriteFile(path, []byte(head+c.header+c.rows), 0o600); err != nil {
				t.Fatal(err)
			}
			want := fmt.Sprintf("%s:%d: column ", path, strings.Count(head+c.header+c.rows, "\n"))
			if over {
				want = path + ":"
			}
			_, _, err := Read(context.Background(), path, Options{Threads: 1})
			if err == nil || !strings.HasPrefix(err.Error(), want) || over != strings.Contains(err.Error(), ": no header in the first 1048576 bytes") {
				t.Errorf("%s, over the bound: %t: %v, want %s", c.name, over, err, want)
			}
		}
	}
}

// TestCommentsAreQuick: lines before a header that are none cost no memory each, as looking for columns does.
func TestCommentsAreQuick(t *testing.T) {
	const lines = 5000
	for _, line := range []string{"#", "# a,b,c,d", "#,,,,", "# \"a\"", "#id\tt\tx", "#;;;||||,,,\t\t\t"} {
		text := []byte(strings.Repeat(line+"\n", lines) + "id,t,x,y\n")
		allocated := testing.AllocsPerRun(1, func() {
			h, bad := new(Options).readHeader(text)
			if bad != nil || h.headerLines != lines+1 || h.headerSize != len(text) {
				t.Errorf("%q: %v, %d lines", line, bad, h.headerLines)
			}
		})
		if allocated > lines/5 {
			t.Errorf("%q: %v allocations for %d lines", line, allocated, lines)
		}
	}
}

// TestHeaderNames: each record that is a header may be one, whatever quotes it has and whoever says its columns.
func TestHeaderNames(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 28))
	files := [][]string{
		{"id", "t", "x", "y"}, {"traj_id", "t", "\"x\"", "y"}, {"id", "t", "lon", "lat"}, {"MMSI", "Timestamp", "Longitude", "LATITUDE", "Type of mobile"},
		{"icao24", "time", "lastposupdate", "lon", "lat", "geoaltitude", "baroaltitude"}, {"Person-ID", "timestep time", "person_x", "person.y"},
		{"été", "\u212aey", "x", "y"}, {"mmsi", "date_time_utc", "lat", "\"longitude\""},
	}
	headers := 0
	for range 400 {
		o := &Options{LonLat: r.IntN(2) == 0}
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
