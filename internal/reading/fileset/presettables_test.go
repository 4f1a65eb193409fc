package fileset

import (
	stdcsv "encoding/csv"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"flyby/internal/reading"
	"flyby/internal/testing/formattest"
	"flyby/internal/testing/tabletest"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// A textTable turns a CSV file into tables of other formats.
type textTable struct{ tabletest.Table }

// fits returns the table as a binary table: numbers are DOUBLE, NaN where missing, and other values text.
func (a textTable) fits() string {
	var cards []string
	width := make([]int, len(a.Names))
	for i, name := range a.Names {
		form := "D"
		if !a.isNumber(i) {
			for _, row := range a.Rows {
				width[i] = max(width[i], len(row[i]), 1)
			}
			form = fmt.Sprintf("%dA", width[i])
		}
		cards = append(cards, fmt.Sprintf("TTYPE%-3d= '%s'", i+1, name), fmt.Sprintf("TFORM%-3d= '%s'", i+1, form))
	}
	var rows [][]any
	for _, row := range a.Rows {
		var cells []any
		for i, text := range row {
			if width[i] > 0 {
				cells = append(cells, text+strings.Repeat(" ", width[i]-len(text)))
				continue
			}
			v, err := strconv.ParseFloat(text, 64)
			if err != nil {
				v = math.NaN()
			}
			cells = append(cells, v)
		}
		rows = append(rows, cells)
	}
	return fitsFile(fitsTable{cards: cards, rows: rows}.bytes())
}

// isNumber reports whether a column has numbers in every format of tables: ids are text.
func (a textTable) isNumber(column int) bool {
	id := slices.Contains([]string{"mmsi", "id", "vehicle_id", "person_id", "container_id", "icao24", "source_id"}, reading.Fold(a.Names[column]))
	return !id && a.IsAll(column, tabletest.IsFloat)
}

// votable returns the table as TABLEDATA, and as BINARY2.
func (a textTable) votable() (text, binary string) {
	var fields strings.Builder
	for i, name := range a.Names {
		kind := `datatype="char" arraysize="*"`
		if a.isNumber(i) {
			kind = `datatype="double"`
		}
		fmt.Fprintf(&fields, "<FIELD name=%q %s/>\n", name, kind)
	}
	var lines strings.Builder
	var raw []byte
	for _, row := range a.Rows {
		lines.WriteString("<TR>")
		flags := make([]byte, (len(row)+7)/8)
		var cells []byte
		for i, cell := range row {
			fmt.Fprintf(&lines, "<TD>%s</TD>", cell)
			if cell == "" {
				flags[i/8] |= 128 >> (i % 8)
			}
			if a.isNumber(i) {
				v, _ := strconv.ParseFloat(cell, 64)
				cells = append(cells, packedCells(v)...)
			} else {
				cells = append(cells, packedCells(uint32(len(cell)), cell)...)
			}
		}
		lines.WriteString("</TR>\n")
		raw = append(append(raw, flags...), cells...)
	}
	return voTable(fields.String(), "<TABLEDATA>"+lines.String()+"</TABLEDATA>"), voTable(fields.String(), binaryData("BINARY2", 76, raw))
}

// ecsv returns the table as ECSV.
func (a textTable) ecsv() string {
	var columns []string
	for i, name := range a.Names {
		kind := "string"
		if a.isNumber(i) {
			kind = "float64"
		}
		columns = append(columns, name+" '' "+kind)
	}
	var rows strings.Builder
	w := stdcsv.NewWriter(&rows)
	w.WriteAll(a.Rows) //nolint:errcheck // to memory
	return ecsvFile("# delimiter: ','\n", rows.String(), columns...)
}

// files returns the table in every format of tables, by name.
func (a textTable) files(t testing.TB) map[string]string {
	text, binary := a.votable()
	files := map[string]string{"typed.parquet": a.Parquet(t, true, 3), "text.parquet": a.Parquet(t, false, 3), "a.fits": a.fits(), "text.vot": text, "binary.vot": binary, "typed.arrows": a.arrows(t, true), "text.arrows": a.arrows(t, false)}
	if !slices.ContainsFunc(a.Names, func(name string) bool { return strings.ContainsAny(name, "# ") }) {
		files["a.ecsv"] = a.ecsv()
	}
	return files
}

// TestPresetsOfTables: a table with the columns of a preset is read in every format like its CSV, whole and row by row.
func TestPresetsOfTables(t *testing.T) {
	for _, c := range formattest.PresetCases() {
		if c.Preset.Name == "" {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			want, told, err := readText(t, "a.csv", c.Text, c.Options)
			if err != nil {
				t.Fatal(err)
			}
			for name, content := range (textTable{tabletest.Of(t, c.Text)}).files(t) {
				if name == "typed.parquet" && c.Options.Zone != "" {
					continue // a TIMESTAMP has a zone
				}
				got, report, err := readText(t, name, content, c.Options)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				if got.Samples() != want.Samples() {
					t.Fatalf("%s: %d samples, want %d", name, got.Samples(), want.Samples())
				}
				formattest.SameStore(t, got, want)
				if report.Preset != told.Preset || report.Rows != told.Rows || report.Skipped != 0 || report.Presumed != told.Presumed || report.Renamed.Persons != told.Renamed.Persons || report.Units != told.Units {
					t.Errorf("%s: %+v, want %+v", name, report, told)
				}
				if rows := handedRows(t, name, content, c.Options); rows != handedRows(t, "a.csv", c.Text, c.Options) {
					t.Errorf("%s: ReadRows hands on\n%swant\n%s", name, rows, handedRows(t, "a.csv", c.Text, c.Options))
				}
			}
		})
	}
}

// TestPresetsOfTablesTell: attributes of trajectories, conditions and kinds of objects are in every format of tables as in CSV.
func TestPresetsOfTablesTell(t *testing.T) {
	const ships = "mmsi,base_date_time,longitude,latitude,vessel_type,vessel_name\n1,2025-01-01 00:00:05,-70,41,30,Ann\n1,2025-01-01 00:00:06,-70,41,30,Bea\n2,2025-01-01 00:00:06,-71,41,60,\n"
	const persons = "timestep_time,person_id,person_x,person_y,vehicle_id,vehicle_x,vehicle_y,vehicle_type\n0,1,1,2,,,,\n0,,,,1,3,4,car\n1,1,1.5,2,,,,\n"
	for _, c := range []struct {
		text  string
		o     format.Options
		where []string
	}{
		{ships, format.Options{Attributes: []string{"vessel_name", "vessel_type", "draft"}}, nil},
		{ships, format.Options{Attributes: []string{"vessel_name"}}, []string{"vessel_type=30"}},
		{ships, format.Options{}, []string{"vessel_name=Bea"}},
		{persons, format.Options{Attributes: []string{"kind", "vehicle_type"}}, nil},
		{persons, format.Options{Attributes: []string{"kind"}}, []string{"kind=person"}},
	} {
		for _, text := range c.where {
			condition, err := format.ParseCondition(text)
			if err != nil {
				t.Fatal(err)
			}
			c.o.Where = append(c.o.Where, condition)
		}
		want, told, err := readText(t, "a.csv", c.text, c.o)
		if err != nil {
			t.Fatal(err)
		}
		for name, content := range (textTable{tabletest.Of(t, c.text)}).files(t) {
			got, report, err := readText(t, name, content, c.o)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			formattest.SameStore(t, got, want)
			if report.Missed != told.Missed || report.Rows != told.Rows {
				t.Errorf("%s: %+v, want %+v", name, report, told)
			}
			sameAttributes(t, name, c.o, report.Attributes, told.Attributes, want)
		}
	}
}

// TestPresetsOfTablesHoldArrays: with a preset as without one, a condition on a column of arrays is refused, and the column gives no
// attribute, even where a cell has no bytes.
func TestPresetsOfTablesHoldArrays(t *testing.T) {
	cards := []string{"TTYPE1  = 'mmsi'", "TFORM1  = '4A'", "TTYPE2  = 'base_date_time'", "TFORM2  = '19A'", "TTYPE3  = 'longitude'", "TFORM3  = 'D'", "TTYPE4  = 'latitude'", "TFORM4  = 'D'",
		"TTYPE5  = 'none'", "TFORM5  = '0J'", "TTYPE6  = 'two'", "TFORM6  = '2J'", "TTYPE7  = 'bits'", "TFORM7  = '9X'", "TTYPE8  = 'sog'", "TFORM8  = 'E'"}
	const fields = `<FIELD name="mmsi" datatype="char" arraysize="*"/><FIELD name="base_date_time" datatype="char" arraysize="*"/><FIELD name="longitude" datatype="double"/>
<FIELD name="latitude" datatype="double"/><FIELD name="none" datatype="int" arraysize="*"/><FIELD name="two" datatype="int" arraysize="2"/><FIELD name="bits" datatype="bit" arraysize="9"/>
<FIELD name="sog" datatype="float"/>`
	const clock = "2020-01-01 00:00:00"
	for name, text := range map[string]string{
		"a.fits": fitsFile(fitsTable{cards: cards, rows: [][]any{{"7   ", clock, 1.0, 2.0, [2]int32{3, 4}, "bb", float32(0.1)}}}.bytes()),
		"b.vot":  voTable(fields, binaryData("BINARY", 64, packedCells(uint32(1), "7", uint32(len(clock)), clock, 1.0, 2.0, uint32(0), int32(3), int32(4), "bb", float32(0.1)))),
		"t.vot":  voTable(fields, tabledata("7,"+clock+",1,2,,3 4,1,0.1")),
	} {
		arrays := []string{"none", "two", "bits"}
		s, report, err := readText(t, name, text, format.Options{Attributes: append(arrays, "sog")})
		if err != nil || report.Preset.Name != "marinecadastre" {
			t.Fatalf("%s: %v, %+v", name, err, report)
		}
		if got := report.Attributes.Of("sog", s); !slices.Equal(got, []string{"0.1"}) {
			t.Errorf("%s: sog is %q", name, got)
		}
		for _, column := range arrays {
			if report.Attributes.Has(column) {
				t.Errorf("%s: %s tells %q", name, column, report.Attributes.Of(column, s))
			}
			want := fmt.Sprintf("%s: column %q, which --where %s=3 names, holds neither text nor one number a row", name, column, column)
			if _, _, err := readText(t, name, text, format.Options{Reading: format.Reading{Where: []format.Condition{{Column: column, Operator: "=", Value: "3"}}}}); !errors.Is(err, format.ErrNoCell) || err.Error() != want {
				t.Errorf("%v, want %s", err, want)
			}
		}
	}
}

// TestPresetTableErrors: the error about a bad row has its place in the file, and the row is left out where bad rows are.
func TestPresetTableErrors(t *testing.T) {
	const head = "MMSI,BaseDateTime,LAT,LON\n"
	good := strings.Repeat("1,2020-12-31T00:00:00,42,-83\n", 4)
	for _, c := range []struct {
		text string
		o    format.Options
		want map[string]string
	}{
		{good + "1,2020-12-31T00:00:09,95,-83\n", format.Options{}, map[string]string{
			"typed.parquet": `typed.parquet: row 4 (row group 1): column LAT: "95": latitude`, "a.fits": `a.fits: row 5: column LAT: "95": latitude`,
			"text.vot": `text.vot:15: column LAT: "95": latitude`, "binary.vot": `binary.vot: row 5: column LAT: "95": latitude`, "a.ecsv": `a.ecsv:14: column LAT: "95": latitude`,
		}},
		{good + ",2020-12-31T00:00:09,42,-83\n", format.Options{}, map[string]string{"typed.parquet": `typed.parquet: row 4 (row group 1): column MMSI: "": missing`}},
		{good + "1,2020-12-30T00:00:00,42,-83\n", format.Options{}, map[string]string{"typed.parquet": `typed.parquet: row 4 (row group 1): column BaseDateTime: "2020-12-30T00:00:00Z": `}},
		{good + "1,,42,-83\n", format.Options{}, map[string]string{"text.parquet": `text.parquet: row 4 (row group 1): column BaseDateTime: "": `}},
		{"1,2020-12-31T00:00:00,91,181\n2,2020-12-31T00:00:00,91,181\n", format.Options{}, map[string]string{
			"typed.parquet": `typed.parquet: none of 2 rows has a position`, "a.fits": `a.fits: none of 2 rows has a position`, "text.vot": `text.vot: none of 2 rows has a position`,
		}},
		{good, format.Options{Columns: map[string]string{"id": "name"}}, map[string]string{"typed.parquet": `typed.parquet: no column `}},
		{good, format.Options{ColumnUnits: map[string]string{"t": "unix"}}, map[string]string{"typed.parquet": `typed.parquet: column BaseDateTime holds dates and times, and --units says t=unix`}},
		{good, format.Options{Reading: format.Reading{Where: []format.Condition{{Column: "SOG", Operator: "=", Value: "1"}}}}, map[string]string{"typed.parquet": `typed.parquet: no column "SOG"`, "a.fits": `a.fits: no column "SOG"`}},
	} {
		files := textTable{tabletest.Of(t, head+c.text)}.files(t)
		for name, want := range c.want {
			if _, _, err := readText(t, name, files[name], c.o); err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%s of %q: %v, want %s", name, c.text, err, want)
			}
		}
	}
	bad := good + "1,2020-12-31T00:00:09,95,-83\n1,2020-12-31T00:00:10,42,-83\n"
	for name, content := range (textTable{tabletest.Of(t, head+bad)}).files(t) {
		_, report, err := readText(t, name, content, format.Options{Reading: format.Reading{SkipBadRows: true}})
		if err != nil || report.Skipped != 1 || report.Repeats != 3 || report.Rows != 6 || !strings.Contains(report.Reasons[0], `column LAT: "95": latitude`) {
			t.Errorf("%s: %+v, %v", name, report, err)
		}
	}
}

// TestPresetOfFloats: a FLOAT is read as the equal float64, whether a preset or Options.Columns names its column.
func TestPresetOfFloats(t *testing.T) {
	type row struct {
		MMSI         int32
		BaseDateTime time.Time `parquet:",timestamp(nanosecond)"`
		LAT, LON     float32
	}
	at := time.Date(2024, 2, 29, 12, 0, 0, 123456789, time.UTC)
	file := formattest.InGroups(t, []row{{1, at, 41.3, -70.7}, {1, at.Add(time.Second), 41.4, -70.8}}, 1)
	want, _, err := readText(t, "a.parquet", file, format.Options{Reading: format.Reading{LonLat: true}, Columns: map[string]string{"id": "MMSI", "t": "BaseDateTime", "x": "LON", "y": "LAT"}})
	if err != nil {
		t.Fatal(err)
	}
	got, report, err := readText(t, "a.parquet", file, format.Options{})
	if err != nil || report.Preset.Name != "marinecadastre" {
		t.Fatal(report.Preset, err)
	}
	formattest.SameStore(t, got, want)
	if got.Times() != trajectory.Timestamp {
		t.Errorf("times are %v", got.Times())
	}
}
