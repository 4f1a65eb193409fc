package ecsv

import (
	"reflect"
	"testing"

	"flyby/internal/codec"
	"flyby/internal/testing/codectest"
)

const table = `# %ECSV 1.0
# ---
# delimiter: ','
# datatype:
# - {name: id, datatype: string}
# - {name: t, unit: d, datatype: float64}
# - {name: mag, unit: !astropy.units.Unit {unit: mag}, datatype: float32}
# - {name: n, datatype: int64}
# meta: !!omap
# - __serialized_columns__:
#     t: {__class__: Time, format: mjd, scale: tdb}
id,t,mag,n
a,58849.5,"1.50",7
b,,x
`

// TestTable: columns with their types, units and time scales, and rows.
func TestTable(t *testing.T) {
	tables, err := codectest.Read(Open, codectest.Source("a.ecsv", []byte(table)))
	if err != nil {
		t.Fatal(err)
	}
	want := []codec.Column{
		{Name: "id", Kind: codec.Text, Type: "string", Untyped: true},
		{Name: "t", Kind: codec.Digits, Type: "float64", Unit: "d", Scale: "TDB", Untyped: true},
		{Name: "mag", Kind: codec.Digits, Type: "float32", Unit: "mag", Bits: 32, Untyped: true},
		{Name: "n", Kind: codec.Digits, Type: "int64", Untyped: true},
	}
	if !reflect.DeepEqual(tables[0].Columns, want) {
		t.Errorf("%+v", tables[0].Columns)
	}
	rows := [][]string{{"a", "58849.5", "1.50", "7"}, {"3 columns where the header has 4"}}
	if !reflect.DeepEqual(tables[0].Rows, rows) || tables[0].Places[1] != "a.ecsv:14" {
		t.Errorf("%q at %q", tables[0].Rows, tables[0].Places)
	}
}

func FuzzECSV(f *testing.F) {
	f.Add([]byte(table))
	f.Add([]byte("# %ECSV 1.0\n# datatype:\n# - {name: a, datatype: int8}\n# - {name: b, datatype: bool}\na b\n1  True\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<20 {
			t.Skip()
		}
		codectest.Read(Open, codectest.Source("a.ecsv", data)) //nolint:errcheck // any error is good
	})
}
