package fileset

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flyby/internal/reading"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// stationTLE is an element set of two lines.
const stationTLE = `1 25544U 98067A   08264.51782528 -.00002182  00000-0 -11606-4 0  2927
2 25544  51.6416 247.4627 0006703 130.5360 325.0288 15.72125391563537
`

// TestPipesAreNotLookedInto: what is told by its content is read from a pipe once, by the reader.
func TestPipesAreNotLookedInto(t *testing.T) {
	for _, in := range []string{"csv.gz", "csv", ""} {
		stdin := strings.NewReader(gzipped(t, stationTLE))
		var o format.Options
		o.Format, o.Stdin = in, stdin
		if left := stdin.Len(); HaveSets([]File{{Path: "-"}}, o) || stdin.Len() != left {
			t.Errorf("%q: %d of %d bytes are left", in, stdin.Len(), left)
		}
	}
}

// TestElementSetsAreToldByContent: whatever text a file's name promises, packed or not, element sets are read as such, where the reader takes them.
func TestElementSetsAreToldByContent(t *testing.T) {
	for _, name := range []string{"a.tle", "a.txt", "a.csv", "a.json", "a.xml", "a.omm", "a", "a.tle.gz", "a.txt.gz"} {
		path := filepath.Join(t.TempDir(), name)
		text := stationTLE
		if strings.HasSuffix(name, ".gz") {
			text = gzipped(t, text)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if files := []File{{Path: path}}; !HaveSets(files, format.Options{}) {
			t.Errorf("%s: no element sets", name)
		}
		var sets int
		_, report, err := ReadRows(t.Context(), path, format.Options{Sets: true}, func(rows *reading.Rows, _ func(*trajectory.RowError) error) error {
			sets += len(rows.Sets)
			return nil
		})
		if err != nil || sets != 1 || report.Rows != 1 || report.RefFrame != "TEME about EARTH" {
			t.Errorf("%s: %d sets, %+v, %v", name, sets, report, err)
		}
		var refused *reading.SetsError
		if _, _, err := Read(t.Context(), path, format.Options{}); !errors.As(err, &refused) || refused.Field != "from" {
			t.Errorf("%s, as samples: %v", name, err)
		}
		if _, _, err := Read(t.Context(), path, format.Options{States: true, Ahead: 1}); err == nil || !strings.Contains(err.Error(), "and no states") {
			t.Errorf("%s, as states: %v", name, err)
		}
	}
	if HaveSets([]File{{Path: "../../../docs/fields/data/conjunction.oem"}, {Path: "none.csv"}}, format.Options{}) {
		t.Error("an OEM has element sets")
	}
}

// TestOneReferenceFrame: files of a data set are in one reference frame, as far as they say one.
func TestOneReferenceFrame(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	one := oemFile(oemSegment("a", "UTC", "2020-01-01T00:00:00 1 2 3"))
	a, b := write("a.oem", one), write("b.oem", strings.NewReplacer("EME2000", "ITRF", "= a\n", "= b\n").Replace(one))
	_, _, err := ReadFiles(t.Context(), []File{{Path: a}, {Path: b}}, format.Options{})
	if err == nil || !strings.HasSuffix(err.Error(), "b.oem: positions are in ITRF about EARTH, and in EME2000 about EARTH in a file before: one frame is not turned into another") {
		t.Error(err)
	}
	_, report, err := ReadFiles(t.Context(), []File{{Path: a}, {Path: write("c.oem", strings.Replace(one, "= a\n", "= c\n", 1))}}, format.Options{})
	if err != nil || report.RefFrame != "EME2000 about EARTH" {
		t.Errorf("%+v, %v", report, err)
	}
}
