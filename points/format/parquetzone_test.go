package format

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go/deprecated"
)

// TestZoneOfParquet: a zone acts on coordinates that are times without one, with the errors of CSV; without it the report names the column.
func TestZoneOfParquet(t *testing.T) {
	type local struct {
		T int64   `parquet:"t,timestamp(microsecond:local)"`
		X float64 `parquet:"x"`
	}
	type old struct {
		T deprecated.Int96 `parquet:"t"`
		X float64          `parquet:"x"`
	}
	type days struct {
		T int32   `parquet:"t,date"`
		X float64 `parquet:"x"`
	}
	const day = 86400
	columns := map[string]string{"x1": "t", "x2": "x"}
	for _, c := range []struct {
		what, path, utc, zoned string
	}{
		{"TIMESTAMP", write(t, "p.parquet", parquetText(t, []local{{day * 1e6, 1}, {day*1e6 + 5e5, 2}}, 9, 100, 1)), "0=[86400 1] 1=[86400.5 2]", "0=[82800 1] 1=[82800.5 2]"},
		{"INT96", write(t, "p.parquet", parquetText(t, []old{{deprecated.Int96{0, 0, 2440589}, 1}, {deprecated.Int96{5e8, 0, 2440589}, 2}}, 9, 100, 1)), "0=[86400 1] 1=[86400.5 2]", "0=[82800 1] 1=[82800.5 2]"},
		{"DATE", write(t, "p.parquet", parquetText(t, []days{{1, 1}, {2, 2}}, 9, 100, 1)), "0=[86400 1] 1=[172800 2]", "0=[82800 1] 1=[169200 2]"},
	} {
		for zone, want := range map[string]string{"": c.utc, "UTC": c.utc, "+01:00": c.zoned} {
			s, r, err := Read(context.Background(), c.path, Options{Columns: columns, Reading: Reading{Zone: zone}})
			if err != nil || shown(s) != want || (r.Unzoned == "t") != (zone == "") {
				t.Errorf("%s in %q: %v, %v, the column %q", c.what, zone, s, err, r.Unzoned)
			}
		}
	}
	twice := time.Date(2021, 10, 31, 2, 30, 0, 0, time.UTC).UnixMicro()
	path := write(t, "p.parquet", parquetText(t, []local{{0, 1}, {twice, 2}}, 9, 100, 1))
	o := Options{Columns: columns, Reading: Reading{Zone: "Europe/Copenhagen"}}
	_, _, err := Read(context.Background(), path, o)
	_, _, csv := readText(t, "t,x\n1970-01-01T00:00:00,1\n2021-10-31T02:30:00,2\n", o)
	_, want, _ := strings.Cut(csv.Error(), "column t: ")
	if err == nil || !strings.HasSuffix(err.Error(), "row 1 (row group 0): column t: "+want) || !strings.Contains(want, "twice") {
		t.Errorf("%v, want %s", err, want)
	}
	o.SkipBadRows = true
	if s, r, err := Read(context.Background(), path, o); err != nil || s.Len() != 1 || r.Skipped != 1 {
		t.Errorf("a bad row left out: %v, %v", s, err)
	}
}
