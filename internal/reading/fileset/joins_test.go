package fileset

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"flyby/internal/infile"
	"flyby/internal/reading"
	"flyby/internal/reading/csv"
	"flyby/internal/testing/formattest"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// piecesOf returns for each id how many samples its pieces have.
func piecesOf(s *trajectory.Store) string {
	samples := map[string][]int{}
	for p := range s.Pieces() {
		samples[s.ID(p.Traj)] = append(samples[s.ID(p.Traj)], p.Samples)
	}
	return fmt.Sprint(samples)
}

// TestIDsOfSeveralColumns: objects are told apart by the tuple of their parts, in plain rows, in quotes and by presets, and a column of the joined name
// comes first.
func TestIDsOfSeveralColumns(t *testing.T) {
	for _, c := range []struct {
		text, id string
		want     []string // ids, or the error
	}{
		{"a,b,t,x,y\nx+,y,0,0,0\nx,+y,0,1,0\n,x+y,0,2,0\n\"x+\",y,1,0,0\n\"\",\"x+y\",1,2,0\n", "a+b", []string{`+x\+y`, `x+\+y`, `x\++y`}},
		{"a,b,t,x,y\nx+,y,0,0,0\nx,+y,0,1,0\n,x+y,0,2,0\n", "b+a", []string{`\+y+x`, `x\+y+`, `y+x\+`}},
		{"a,b,t,x,y\n\\,y,0,0,0\n,\\+y,0,1,0\n1,2,0,1,0\n12,,0,1,0\n", "a+b", []string{`+\\\+y`, `1+2`, `12+`, `\\+y`}},
		{"a,b,a+b,t,x,y\n1,2,7,0,0,0\n1,3,7,1,0,0\n", "a+b", []string{"7"}},
		{"a+b,c,t,x,y\n1,2,0,0,0\n", `a\+b+c`, []string{"1+2"}},
		{"a,b,t,x,y\n1,2,0,0,0\n,,0,0,0\n", "a+b", []string{`a.csv:3: column a+b: "": missing`}},
		{"a,b,t,x,y\n1,2,0,0,0\n", "a+c+d", []string{`a.csv:1: no column c, d; there is "a", "b", "t", "x", "y"`}},
		{"a,b,t,x,y\n1,2,0,0,0\n", "a+a", []string{`a.csv:1: column a is both id and id`}},
		{"a,b,t,x,y\n1,2,0,0,0\n", "a+x", []string{`a.csv:1: column x is both x and id`}},
		{"a,b,b,t,x,y\n1,2,2,0,0,0\n", "a+b", []string{`a.csv:1: two columns b`}},
		{"time,icao24,lat,lon,velocity,heading,vertrate,callsign,onground,alert,spi,squawk,baroaltitude,geoaltitude,lastposupdate,lastcontact\n" +
			"1,abc,47,8,1,1,0,MORN1,false,false,false,1,1,1,1,1\n2,abc,47,8,1,1,0,NOON2,false,false,false,1,1,1,2,2\n", "icao24+callsign", []string{"abc+MORN1", "abc+NOON2"}},
	} {
		s, _, err := readText(t, "a.csv", c.text, format.Options{Columns: map[string]string{"id": c.id}})
		got := []string{fmt.Sprint(err)}
		if err == nil {
			got = idsOf(s)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s of %q: %q, want %q", c.id, c.text, got, c.want)
		}
	}
}

// TestPieces: a change of the value of a column of pieces is a gap of its trajectory, whatever lies between two rows in the file.
func TestPieces(t *testing.T) {
	const head = "id,t,x,y,trip\n"
	for text, want := range map[string]string{
		"1,0,0,0,p\n1,1,0,0,p\n1,2,0,0,q\n1,3,0,0,q\n1,4,0,0,p\n":                     "map[1:[2 2 1]]",
		"1,0,0,0,p\n2,0,0,0,p\n1,1,0,0,p\n2,1,0,0,q\n1,2,0,0,p\n":                     "map[1:[3] 2:[1 1]]",
		"1,0,0,0,\n1,1,0,0,\n1,2,0,0,0\n1,3,0,0,00\n":                                 "map[1:[2 1 1]]",
		"a,0,0,0,\"p\"\na,1,0,0,p\na,2,0,0,\"p,\nq\"\na,3,0,0,\"p,\nq\"\na,4,0,0,P\n": "map[a:[2 2 1]]",
	} {
		s, _, err := readText(t, "a.csv", head+text, format.Options{Columns: map[string]string{"piece": "trip"}})
		if err != nil || piecesOf(s) != want {
			t.Errorf("%q: %v, want %s, %v", text, piecesOf(s), want, err)
		}
	}
	for text, want := range map[string]string{
		"id,t,x,y\n1,0,0,0\n":                      `a.csv:1: no column trip; there is "id", "t", "x", "y"`,
		"id,t,x,y,trip,trip\n1,0,0,0,1,1\n":        "a.csv:1: two columns trip",
		head + "1,0,0,0,p\n1,0,9,0,q\n":            `a.csv:3: column t: "0": repeated time within its trajectory`,
		head + "1,1,0,0,p\n1,0,9,0,p\n1,z,9,0,p\n": `a.csv:3: column t: "0": earlier than the row before it in its trajectory (1); --sort-times puts rows in order`,
	} {
		if _, _, err := readText(t, "a.csv", text, format.Options{Columns: map[string]string{"piece": "trip"}}); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	o := format.Options{Columns: map[string]string{"id": "trip", "t": "trip2", "piece": "x"}}
	if _, _, err := readText(t, "a.csv", "trip,trip2,x,y\n1,0,0,0\n", o); err == nil || !strings.Contains(err.Error(), "column x is both x and piece") {
		t.Error(err)
	}
}

// TestPiecesOfBlocks: pieces are the same however the text is cut into blocks, and where rows are handed on, bad rows left out or files packed.
func TestPiecesOfBlocks(t *testing.T) {
	var text strings.Builder
	text.WriteString("id,other,t,x,y,trip\n")
	for row := range 600 {
		fmt.Fprintf(&text, "car%d,%d,%d,1,2,trip %d\n", row%7, row%2, row, row/90)
	}
	options := func() *format.Options {
		return &format.Options{Reading: format.Reading{Threads: 3}, Columns: map[string]string{"id": "id+other", "piece": "trip"}}
	}
	build := func(p *reading.Parsed, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		s, _, err := p.Build("a.csv", readerOf(*options()))
		if err != nil {
			t.Fatal(err)
		}
		return piecesOf(s)
	}
	want := build(csv.Read(t.Context(), formattest.InMemory([]byte(text.String())), readerOf(*options())))
	if strings.Count(want, "[") != 15 || !strings.Contains(want, "car0+0:[7 6 7 6 7 6 4]") {
		t.Fatal(want)
	}
	for _, size := range []int{1, 40, 333, 5000} {
		if got := build(csv.ReadBlocks(t.Context(), formattest.InMemory([]byte(text.String())), readerOf(*options()), size)); got != want {
			t.Errorf("blocks of %d: %s, want %s", size, got, want)
		}
		o := options()
		o.SkipBadRows = true
		if got := build(csv.ReadBlocks(t.Context(), formattest.InMemory([]byte(text.String()+"car0,0,1,1,2,late\n")), readerOf(*o), size)); got != want {
			t.Errorf("blocks of %d without bad rows: %s, want %s", size, got, want)
		}
	}
	folder, all := t.TempDir(), strings.SplitAfter(text.String(), "\n")
	var files []infile.File
	for i := range 3 {
		path := filepath.Join(folder, strconv.Itoa(i)+".csv")
		if err := os.WriteFile(path, []byte(all[0]+strings.Join(all[1+200*i:201+200*i], "")), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, infile.File{Path: path})
	}
	for _, sort := range []bool{false, true} {
		o := options()
		o.SortTimes = sort
		s, _, err := ReadFiles(context.Background(), files, *o)
		if err != nil || piecesOf(s) != want {
			t.Errorf("three files: %s, want %s, %v", piecesOf(s), want, err)
		}
	}
}

// TestJoinsOfOthers: a format that has no tables has no pieces, and says so.
func TestJoinsOfOthers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.xml")
	if err := os.WriteFile(path, []byte("<fcd-export></fcd-export>"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, _, err := Read(context.Background(), path, format.Options{Columns: map[string]string{"piece": "x"}})
	if err == nil || !strings.Contains(err.Error(), "a column of pieces is for tables, and this is SUMO") {
		t.Error(err)
	}
}
