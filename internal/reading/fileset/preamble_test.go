package fileset

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flyby/internal/infile"
	"flyby/trajectory/format"
)

// paddedLines returns lines of n bytes in all, the last with spaces at its end.
func paddedLines(line string, n int) string {
	text := strings.Repeat(line+"\n", n/(len(line)+1)-1)
	return fmt.Sprintf("%s%-*s\n", text, n-len(text)-1, line)
}

// TestPreamble: every text format allows a megabyte before the header, and no more, and an error of a row behind it names
// the line of the row.
func TestPreamble(t *testing.T) {
	folder := t.TempDir()
	magic, orbit, _ := strings.Cut(oemFile(oemSegment("A", "UTC", "2020-01-01T00:00:00 1 2 3")), "\n")
	table, _, _ := strings.Cut(ecsvFile("", "", "id '' int64", "t '' float64", "x '' float64", "y '' float64"), "id t x y")
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
			_, _, err := Read(context.Background(), path, format.Options{Reading: format.Reading{Threads: 1}})
			if err == nil || !strings.HasPrefix(err.Error(), want) || over != strings.Contains(err.Error(), ": no header in the first 1048576 bytes") {
				t.Errorf("%s, over the bound: %t: %v, want %s", c.name, over, err, want)
			}
		}
	}
}
