package fileset

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow/ipc"

	"flyby/internal/elements"
	"flyby/internal/reading"
	"flyby/internal/testing/tabletest"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// setsTable is a table of element sets as a program makes it: numbers may be missing, and times have a blank before the time of day.
const setsTable = `OBJECT_NAME,NORAD_CAT_ID,EPOCH,MEAN_MOTION,ECCENTRICITY,INCLINATION,RA_OF_ASC_NODE,ARG_OF_PERICENTER,MEAN_ANOMALY,BSTAR,ELEMENT_SET_NO,EPHEMERIS_TYPE
ISS (ZARYA),25544,2008-09-20 12:25:40.104192,15.72125391,0.0006703,51.6416,247.4627,130.536,325.0288,-0.000011606,292,0
OTHER,99902,2008-09-20 20:00:00.000001,2.00612,0.7,63.4,10.1,270,0.3,0,,0
ISS (ZARYA),25544,2008-09-21 00:00:00.999999,15.72,0.00067,51.6416,247.1,130.1,325,-0.00001,293,0
`

// setsOf reads element sets with options, and returns them with their ids.
func setsOf(t *testing.T, name, content string, o format.Options) (sets []elements.Set, ids []uint32, report format.Report, err error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if name == "-" {
		path, o.Stdin = name, strings.NewReader(content)
	} else if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	if name != "-" && !HaveSets([]File{{Path: path}}, o) {
		t.Errorf("%s: no element sets", name)
	}
	o.Sets = true
	_, report, err = ReadRows(t.Context(), path, o, func(rows *reading.Rows, _ func(*trajectory.RowError) error) error {
		sets, ids = append(sets, rows.Sets...), append(ids, rows.ID.Code...)
		return nil
	})
	return sets, ids, report, err
}

// feather returns a stream of Arrow as a file.
func feather(t *testing.T, stream string) string {
	t.Helper()
	r, err := ipc.NewReader(strings.NewReader(stream))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w, err := ipc.NewFileWriter(&out, ipc.WithSchema(r.Schema()))
	for err == nil && r.Next() {
		err = w.Write(r.RecordBatch())
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestElementSetsOfTables: element sets in Parquet and Arrow, in files and through a pipe, have the bits of the same table in CSV: times as text and as timestamps, numbers that are missing.
func TestElementSetsOfTables(t *testing.T) {
	table := textTable{tabletest.Of(t, setsTable)}
	files := map[string]string{"typed.parquet": table.Parquet(t, true, 2), "text.parquet": table.Parquet(t, false, 2), "typed.arrows": table.arrows(t, true), "text.arrow": table.arrows(t, false), "-": table.arrows(t, true)}
	files["a.feather"] = feather(t, files["typed.arrows"])
	where := format.Options{Attributes: []string{"OBJECT_NAME"}, Reading: format.Reading{Where: []format.Condition{{Column: "OBJECT_NAME", Operator: "!=", Value: "OTHER"}}}}
	for _, o := range []format.Options{{}, {Columns: map[string]string{"id": "OBJECT_NAME"}}, where} {
		want, wantIDs, of, err := setsOf(t, "a.csv", setsTable, o)
		if err != nil || len(want) < 2 || want[0].Number != 292 {
			t.Fatalf("%+v, %v", want, err)
		}
		for name, content := range files {
			its := o
			if name == "-" {
				its.Format = "omm"
			}
			got, ids, report, err := setsOf(t, name, content, its)
			report.Bytes, report.Attributes = of.Bytes, of.Attributes
			if err != nil || !slices.Equal(got, want) || !slices.Equal(ids, wantIDs) || !reflect.DeepEqual(report, of) {
				t.Errorf("%s: %v, %+v, %+v\nwant %+v, %+v", name, err, got, report, want, of)
			}
		}
	}
	for from, want := range map[string]string{
		"0.7,63.4":              ": column ECCENTRICITY: \"1.5\": must be 0 to below 1",
		"99902,2008-09-20 20:0": ": column EPOCH: ",
		"0.3,0,":                ": column BSTAR: \"\": missing: SGP4 needs the drag term",
	} {
		bad := textTable{tabletest.Of(t, strings.Replace(setsTable, from, map[string]string{"0.7,63.4": "1.5,63.4", "0.3,0,": "0.3,,"}[from]+map[string]string{"99902,2008-09-20 20:0": "99902,2008-13-20 20:0"}[from], 1))}
		for name, content := range map[string]string{"a.parquet": bad.Parquet(t, false, 2), "a.arrows": bad.arrows(t, false)} {
			if _, _, _, err := setsOf(t, name, content, format.Options{}); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %s", name, err, want)
			}
		}
	}
	lacking := textTable{tabletest.Of(t, strings.Replace(setsTable, "BSTAR", "BTERM", 1))}
	if _, _, _, err := setsOf(t, "a.parquet", lacking.Parquet(t, true, 2), format.Options{}); err == nil || !strings.Contains(err.Error(), "no column BSTAR: missing: SGP4 needs") {
		t.Error(err)
	}
	var refused *reading.SetsError
	for name, field := range map[string]string{"a.parquet": "from", "a.arrows": "from", "-": "in-format"} {
		o, content := format.Options{}, files["typed.arrows"]
		if name == "a.parquet" {
			content = files["typed.parquet"]
		}
		path := filepath.Join(t.TempDir(), name)
		if name == "-" {
			path, o.Stdin, o.Format = name, strings.NewReader(content), "arrow"
		} else {
			writeFile(t, path, content)
		}
		if _, _, err := Read(t.Context(), path, o); !errors.As(err, &refused) || refused.Field != field {
			t.Errorf("%s, as samples: %v", name, err)
		}
	}
}
