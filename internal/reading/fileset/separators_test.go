package fileset

import (
	"strconv"
	"strings"
	"testing"

	"flyby/internal/infile"
	"flyby/internal/reading/csv"
	"flyby/internal/testing/formattest"
	"flyby/trajectory/format"
)

// TestSeparators wants the same rows with every separator of fields, with lines before the header,
// quotes, newlines in quotes, and rows that are read in blocks.
func TestSeparators(t *testing.T) {
	const text = "# made by hand, \"quoted\n#\nname,id,t,x,y,note\n\"a, b\",1,0,0.5,2,\n,1,1,1.5,3,\"x\ny\"\n,2,0,-4,5e-1,z\n"
	want, _, err := readText(t, "a.csv", strings.ReplaceAll(text, "# made", "#made"), format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, sep := range infile.Separators {
		for _, name := range []string{"a.csv", "a.tsv", "a.txt", "a"} {
			other := strings.ReplaceAll(text, ",", string(sep))
			got, _, err := readText(t, name, other, format.Options{})
			if err != nil {
				t.Errorf("%q: %v", sep, err)
				continue
			}
			formattest.SameStore(t, got, want)
		}
	}
}

// TestSeparatorInBlocks wants records with newlines in quotes to stay whole where blocks are cut.
func TestSeparatorInBlocks(t *testing.T) {
	var text strings.Builder
	text.WriteString("# of \"many\nid;\"t\";x;y;note\n")
	for i := range 400 {
		text.WriteString("7;" + strings.Repeat("0", i%3) + strconv.Itoa(i) + ";1;2;\"a;b\n1;2;3;4;5\"\"\"\n")
	}
	s, r, err := readText(t, "a.csv", text.String(), format.Options{Reading: format.Reading{Threads: 2}})
	if err != nil || s.Samples() != 400 || s.Trajectories() != 1 {
		t.Fatal(err, r)
	}
	for _, size := range []int{1, 30, 100, 1000} {
		p, err := csv.ReadBlocks(t.Context(), formattest.InMemory([]byte(text.String())), readerOf(format.Options{Reading: format.Reading{Threads: 2}}), size)
		if err != nil || p.Rows != 400 {
			t.Fatalf("blocks of %d: %v", size, err)
		}
	}
}

// TestDecimalCommas wants numbers with a comma to be refused by that name.
func TestDecimalCommas(t *testing.T) {
	for text, want := range map[string]string{
		"id;t;x;y\n1;0;2,5;3\n":        `a.csv:2: column x: "2,5": a decimal comma: numbers are written with a point`,
		"id,t,x,y\n1,0,\"-2,5e3\",3\n": `a.csv:2: column x: "-2,5e3": a decimal comma: numbers are written with a point`,
		"id;t;x;y\n1;0,5;2;3\n":        `a.csv:2: column t: "0,5": a decimal comma: numbers are written with a point`,
		"id;t;x;y\n1;0;1,000,000;3\n":  `a.csv:2: column x: "1,000,000": not a number`,
	} {
		if _, _, err := readText(t, "a.csv", text, format.Options{}); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestZones wants times without an offset in the zone of the options, in CSV with every separator,
// and a time that clocks never showed to be an error of its row.
func TestZones(t *testing.T) {
	for _, c := range []struct {
		text string
		o    format.Options
		want string // the times, or the error
	}{
		{"id,t,x,y\n1,2024-05-01T12:00:00,0,0\n", format.Options{Reading: format.Reading{Zone: "UTC"}}, "2024-05-01T12:00:00Z"},
		{"id,t,x,y\n1,2024-05-01 12:00:00.5,0,0\n1,2024-05-01T11:00:01Z,0,0\n", format.Options{Reading: format.Reading{Zone: "+01:00"}}, "2024-05-01T11:00:00.5Z 2024-05-01T11:00:01Z"},
		{"id;t;x;y\n1; 01/05/2024 12:00 ;0;0\n", format.Options{Reading: format.Reading{Zone: "Europe/Berlin", TimeLayout: "DD/MM/YYYY hh:mm"}}, "2024-05-01T10:00:00Z"},
		{"id,t,x,y\n1,20240501120000,0,0\n", format.Options{Reading: format.Reading{Zone: "UTC", TimeLayout: "YYYYMMDDhhmmss"}}, "2024-05-01T12:00:00Z"},
		{"id,t,x,y\n1,20200101,0,0\n", format.Options{Reading: format.Reading{Zone: "UTC"}}, "2.0200101e+07"},
		{"id,t,x,y\n1,2020-01-01,0,0\n", format.Options{Reading: format.Reading{Zone: "UTC"}}, "2020-01-01T00:00:00Z"},
		{"id,t,x,y\n1,17,0,0\n", format.Options{Reading: format.Reading{Zone: "UTC", TimeLayout: "YYYYMMDDhhmmss"}}, `a.csv:2: column t: "17": not a time such as YYYYMMDDhhmmss`},
		{"id,t,x,y\n1,2024-03-31 01:00:00,0,0\n1,2024-03-31 02:30:00,0,0\n", format.Options{Reading: format.Reading{Zone: "Europe/Berlin"}}, `a.csv:3: column t: "2024-03-31 02:30:00": the clocks of Europe/Berlin skipped it`},
		{"id,t,x,y\n1,2024-05-01T12:00:00,0,0\n", format.Options{Reading: format.Reading{Zone: "Mars"}}, `format: localtime: zone "Mars": must be UTC, an offset such as +01:00, or a name such as Europe/Copenhagen`},
		{"id,t,x,y\n1,2024-05-01T12:00:00,0,0\n", format.Options{Reading: format.Reading{TimeLayout: "DD"}}, `format: localtime: layout "DD": must have YYYY, MM and DD, and hh with mm, such as DD/MM/YYYY hh:mm:ss`},
	} {
		s, _, err := readText(t, "a.csv", c.text, c.o)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			for _, sec := range s.T() {
				got += " " + s.Times().Format(sec)
			}
			got = got[1:]
		}
		if got != c.want {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
}
