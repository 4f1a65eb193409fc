package fileset

import (
	"testing"

	"flyby/internal/testing/formattest"
	"flyby/trajectory/format"
)

type bothIDs struct {
	TrajID int64 `parquet:"traj_id"`
	ID     int64 `parquet:"id"`
	T      int64 `parquet:"t"`
	X      int64 `parquet:"x"`
	Y      int64 `parquet:"y"`
}

// textRow has its columns in the names of files.
type textRow struct {
	ID string  `parquet:"id"`
	T  float64 `parquet:"t"`
	X  float64 `parquet:"x"`
	Y  float64 `parquet:"y"`
}

type dictionaryRow struct {
	ID string  `parquet:"id,dict"`
	T  float64 `parquet:"t"`
	X  float64 `parquet:"x"`
	Y  float64 `parquet:"y"`
}

// TestIDsAreUTF8 wants ids that are not UTF-8 refused with their place, in every format: two of
// them could become one in an output of UTF-8.
func TestIDsAreUTF8(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"points.csv", "id,t,x,y\na\xff,0,0,0\na\xfe,0,1,0\n", `points.csv:2: column id: "a\xff": not UTF-8`},
		{"points.csv", "id,t,x,y\n1,0,0,0\n\"\xed\xa0\x80\",0,1,0\n", `points.csv:3: column id: "\xed\xa0\x80": not UTF-8`},
		{"cars.xml", fcdFile("<timestep time=\"1\">\n<vehicle id=\"a\xff\" x=\"1\" y=\"2\"/></timestep>"), `cars.xml:5: column id: "a\xff": not UTF-8`},
		{"points.parquet", formattest.InGroups(t, []textRow{{"a", 0, 0, 0}, {"b\xff", 0, 0, 0}, {"b\xff", 1, 0, 0}}, 2), `points.parquet: row 1 (row group 0): column id: "b\xff": not UTF-8`},
		{"points.parquet", formattest.InGroups(t, []dictionaryRow{{"a", 0, 0, 0}, {"a", 1, 0, 0}, {"\xc3", 1, 0, 0}}, 5), `points.parquet: row 2 (row group 0): column id: "\xc3": not UTF-8`},
	} {
		if _, _, err := readText(t, c.name, c.text, format.Options{}); err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v\nwant %s", c.name, err, c.want)
		}
	}
	s, report, err := readText(t, "points.parquet", formattest.InGroups(t, []dictionaryRow{{"\xff", 0, 0, 0}, {"a", 1, 0, 0}, {"\xc3", 1, 0, 0}, {"\xff", 0, 0, 0}, {"é", 1, 0, 0}}, 2), format.Options{Reading: format.Reading{SkipBadRows: true}})
	if err != nil || report.Skipped != 3 || dump(t, s) != "a,1,0,0\né,1,0,0\n" {
		t.Errorf("%v, %+v", err, report)
	}
}

// TestTwoColumnsOfIDs wants an error that asks which of two columns of ids is meant.
func TestTwoColumnsOfIDs(t *testing.T) {
	file := formattest.InGroups(t, []bothIDs{{1, 2, 0, 0, 0}}, 2)
	want := "points.parquet: columns traj_id and id: say which holds the ids, as --columns id=id does"
	if _, _, err := readText(t, "points.parquet", file, format.Options{}); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	s, _, err := readText(t, "points.parquet", file, format.Options{Columns: map[string]string{"id": "traj_id"}})
	if err != nil || dump(t, s) != "1,0,0,0\n" {
		t.Errorf("%v", err)
	}
}
