package fileset

import (
	"fmt"
	"strings"
	"testing"

	"flyby/internal/testing/formattest"
	"flyby/trajectory/format"
)

// A namedRow is a row of Parquet with a further column of text.
type namedRow struct {
	ID   string  `parquet:"id"`
	T    float64 `parquet:"t"`
	X    float64 `parquet:"x"`
	Y    float64 `parquet:"y"`
	Name string  `parquet:"name"`
}

// TestFurtherTextsAreUTF8: names of columns, and values of columns that options ask for, are refused with their place in every format of tables; columns that nobody asks for may have any bytes.
func TestFurtherTextsAreUTF8(t *testing.T) {
	const ecsv = "# %%ECSV 1.0\n# ---\n# datatype:\n# - {name: id, datatype: int64}\n# - {name: t, datatype: float64}\n# - {name: x, datatype: float64}\n# - {name: y, datatype: float64}\n# - {name: name, datatype: string}\n# schema: astropy-2.0\nid t x y name\n1 0 0 0 yes\n1 1 0 0 %s\n"
	rows := formattest.InGroups(t, []namedRow{{"a", 0, 0, 0, "yes"}, {"b", 0, 0, 0, "no\xff"}, {"b", 1, 0, 0, "no"}}, 2)
	for _, c := range []struct{ name, text, want string }{
		{"a.csv", "id,t,x,y,name\n1,0,0,0,yes\n1,1,0,0,no\xff\n", `a.csv:3: column name: "no\xff": not UTF-8`},
		{"a.csv", "id,t,x,y,name\n1,0,0,0,yes\n\"1\",1,0,0,\"no\xff\n\"\n", `a.csv:3: column name: "no\xff\n": not UTF-8`},
		{"a.csv", "id;t;x;y;name;more\n1;0;0;0;\xed\xa0\x80;\xff\n", `a.csv:2: column name: "\xed\xa0\x80": not UTF-8`},
		{"a.csv", "id,t,x,y,n\xe9\n1,0,0,0,yes\n", `a.csv: column n\xe9: "n\xe9": the name of the column is not UTF-8`},
		{"a.ecsv", fmt.Sprintf(ecsv, "\xff"), `a.ecsv:12: column name: "\xff": not UTF-8`},
		{"a.csv", "MMSI,BaseDateTime,LAT,LON,name\n1,2020-01-01T00:00:00,1,2,yes\n1,2020-01-01T00:01:00,1,2,\xff\n", `a.csv:3: column name: "\xff": not UTF-8`},
		{"a.parquet", rows, `a.parquet: row 1 (row group 0): column name: "no\xff": not UTF-8`},
		{"a.parquet", strings.ReplaceAll(rows, "name", "nam\xfe"), `a.parquet: column nam\xfe: "nam\xfe": the name of the column is not UTF-8`},
	} {
		if _, _, err := readText(t, c.name, c.text, format.Options{Attributes: []string{"name"}}); err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v\nwant %s", c.name, err, c.want)
		}
		_, _, err := readText(t, c.name, c.text, format.Options{})
		if ofColumn := strings.Contains(c.want, "the name of the column"); (err != nil) != ofColumn {
			t.Errorf("%s, without the column: %v", c.name, err)
		}
	}
	s, report, err := readText(t, "a.csv", "id,t,x,y,name\n1,0,0,0,no\xff\n1,1,0,0,yes\n", format.Options{Reading: format.Reading{SkipBadRows: true}, Attributes: []string{"name"}})
	if err != nil || report.Skipped != 1 || len(report.Reasons) != 1 || report.Attributes.Of("name", s)[0] != "yes" {
		t.Errorf("%v, %+v", err, report)
	}
}
