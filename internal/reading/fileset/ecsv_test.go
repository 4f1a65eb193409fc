package fileset

import (
	"strings"
	"testing"

	"flyby/trajectory/format"
)

// ecsvFile returns a file of some columns, "name unit datatype" each, and rows.
func ecsvFile(head string, rows string, columns ...string) string {
	var b strings.Builder
	b.WriteString("# %ECSV 1.0\n# ---\n# datatype:\n")
	var names []string
	for _, c := range columns {
		parts := strings.Fields(c)
		names = append(names, parts[0])
		b.WriteString("# - {name: " + parts[0] + ", unit: " + parts[1] + ", datatype: " + parts[2] + "}\n")
	}
	b.WriteString(head)
	sep := " "
	if strings.Contains(head, "delimiter: ','") {
		sep = ","
	}
	return b.String() + strings.Join(names, sep) + "\n" + rows
}

// utcTimes returns astropy's metadata of a column of Time.
func utcTimes(scale string) string {
	return "# meta: !!omap\n# - note: &a [1, *b]\n# - __serialized_columns__:\n#     t:\n#       __class__: astropy.time.core.Time\n#       format: isot\n#       scale: " + scale +
		"\n#       value: !astropy.table.SerializedColumn {name: t}\n"
}

func TestReadECSV(t *testing.T) {
	names := strings.NewReplacer("&a [1, *b]", "hello")
	for _, c := range []struct {
		name, text string
		options    format.Options
		want       string
	}{
		{"spaces", ecsvFile("# schema: astropy-2.0\n", "1 0.5 1e-3 \"2\"\n1 1.5 -3 4\n", "id '' int64", "t yr float64", "x kpc float64", "y kpc float32"), format.Options{}, "id,t,x,y\n1,0.5,1e-3,2\n1,1.5,-3,4\n"},
		{"commas", ecsvFile("# delimiter: ','\n", "\"a \"\"b\"\"\",0,1,2\n\"c,d\",0,1,2\n", "id '' string", "t yr float64", "x kpc float64", "y kpc float32"), format.Options{}, "id,t,x,y\n\"a \"\"b\"\"\",0,1,2\n\"c,d\",0,1,2\n"},
		{"names of columns, CRLF", strings.ReplaceAll(ecsvFile("", "\"a b\" 0 1 2\n", "who '' string", "t yr float64", "x kpc float64", "y kpc float32"), "\n", "\r\n"),
			format.Options{Columns: map[string]string{"id": "who"}}, "id,t,x,y\na b,0,1,2\n"},
		{"dates in UTC", names.Replace(ecsvFile(utcTimes("utc"), "1 2020-01-01T00:00:00.500 1 2\n", "id '' int64", "t '' string", "x kpc float64", "y kpc float32")), format.Options{}, "id,t,x,y\n1,2020-01-01T00:00:00.5Z,1,2\n"},
		{"dates that say so", ecsvFile("", "1 2020-01-01T00:00:00.500Z 1 2\n", "id '' int64", "t '' string", "x kpc float64", "y kpc float32"), format.Options{}, "id,t,x,y\n1,2020-01-01T00:00:00.5Z,1,2\n"},
	} {
		t.Run(c.name, func(t *testing.T) { wantSame(t, "a.ecsv", c.text, c.options, c.want, format.Options{}) })
	}
	text := ecsvFile("# meta:\n#   __serialized_columns__:\n#     t: {__class__: Time, format: mjd, scale: tdb}\n", "1 0 1 2\n", "id '' int64", "t d float64", "x AU float64", "y AU float64")
	_, report, err := readText(t, "a.ecsv", text, format.Options{})
	if want := (format.Units{Length: "AU", Time: "d", Scale: "TDB"}); err != nil || report.Units != want {
		t.Errorf("%v, %+v", err, report.Units)
	}
}

func TestReadECSVErrors(t *testing.T) {
	columns := []string{"id '' int64", "t d float64", "x AU float64", "y AU float64"}
	good := ecsvFile("", "1 0 1 2\n", columns...)
	wantFaults(t, "a.ecsv", format.Options{}, []badFile{
		{"", "a.ecsv: empty file"},
		{"id,t,x,y\n", `a.ecsv:1: not ECSV, which begins with "# %ECSV "`},
		{"PAR1", "a.ecsv: this is Parquet data, which is read from a file whose name ends in .parquet"},
		{"# %ECSV 1.0\n", "a.ecsv: truncated: no header after the lines that begin with #"},
		{"# %ECSV 1.0\n" + strings.Repeat("# a: b\n", 60_000), "a.ecsv: truncated: no header after the lines that begin with #"},
		{"# %ECSV 1.0\n" + strings.Repeat("# a: b\n", 149_800), "a.ecsv:149796: no header in the first 1048576 bytes: no more may stand before it"},
		{strings.Replace(good, "datatype:", "datatype: [", 1), "a.ecsv: the YAML of the first lines: line 3: did not find expected node content"},
		{strings.Replace(good, "# datatype:", "# delimiter: ';'\n# datatype:", 1), `a.ecsv: the delimiter is ";": ECSV has a space or a comma`},
		{strings.Replace(good, "id t x y", "id t x z", 1), `a.ecsv: the header has the columns "id", "t", "x", "z", the YAML before it "id", "t", "x", "y"`},
		{strings.Replace(good, "name: y, unit: AU", "name: y, unit: km", 1), "a.ecsv: column x is in AU, column y in km"},
		{ecsvFile("", "1 2 3\n", columns[:3]...), `a.ecsv: no y in "id", "t", "x"; try: --columns y=NAME (left to say: a column for each NAME)`},
		{ecsvFile("", "", columns...), "a.ecsv: no rows after the header"},
		{strings.Replace(ecsvFile(utcTimes("tdb"), "1 2020-01-01T00:00:00 1 2\n", "id '' int64", "t '' string", columns[2], columns[3]), "&a [1, *b]", "x", 1),
			"a.ecsv: column t has dates in the scale TDB, not UTC: write numbers, such as days"},
	})
	wantBadRows(t, "a.ecsv", format.Options{}, 1, []badFile{
		{good + "1 1 one 2\n", `a.ecsv:10: column x: "one": not a number`},
		{good + "1 1 \"\" 2\n", `a.ecsv:10: column x: "": missing`},
		{good + "1 1 nan 2\n", `a.ecsv:10: column x: "nan": not a finite number`},
		{good + "1 1 2\n", `a.ecsv:10: 3 columns where the header has 4`},
		{good + "1 0 1 3\n", `a.ecsv:10: column t: "0": repeated time within its trajectory`},
	})
}

func FuzzECSV(f *testing.F) {
	f.Add([]byte(ecsvFile("", "1 0.5 1e-3 \"2\"\n1 1.5 -3 4\n", "id '' int64", "t yr float64", "x kpc float64", "y kpc float32")))
	f.Add([]byte(ecsvFile(utcTimes("utc"), "1 2020-01-01T00:00:00.500 1 2\n", "id '' int64", "t '' string", "x kpc float64", "y kpc float32")))
	f.Add([]byte(ecsvFile("", "1 0 1 2 3 4\n1 1 3 4 5 -6\n", "id '' int64", "t yr float64", "x kpc float64", "y kpc float32", "vx km/s float64", "vy 'km.s-1' float64")))
	fuzzReader(f, "fuzz.ecsv", format.Options{}, format.Options{Reading: format.Reading{SkipBadRows: true}}, format.Options{Reading: format.Reading{SkipBadRows: true}, Curve: 100})
}
