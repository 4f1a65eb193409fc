package fileset

import (
	"cmp"
	"errors"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"flyby/internal/infile"
	"flyby/internal/testing/formattest"
	"flyby/internal/tier"
	"flyby/trajectory/format"
)

func TestParseCondition(t *testing.T) {
	for text, want := range map[string]format.Condition{
		"speed=5":               {Column: "speed", Operator: "=", Value: "5"},
		" type of mobile = A B": {Column: "type of mobile", Operator: "=", Value: "A B"},
		"a!=b":                  {Column: "a", Operator: "!=", Value: "b"},
		"a!b!=c!":               {Column: "a!b", Operator: "!=", Value: "c!"},
		"a<-1":                  {Column: "a", Operator: "<", Value: "-1"},
		"a<=1e3":                {Column: "a", Operator: "<=", Value: "1e3"},
		"a> x>=y":               {Column: "a", Operator: ">", Value: "x>=y"},
		"a>=1":                  {Column: "a", Operator: ">=", Value: "1"},
		"a=":                    {Column: "a", Operator: "=", Value: ""},
		"a!=\t":                 {Column: "a", Operator: "!=", Value: ""},
	} {
		got, err := format.ParseCondition(text)
		if err != nil || got != want {
			t.Errorf("%q: %+v, %v, want %+v", text, got, err, want)
		}
		if again, err := format.ParseCondition(got.String()); err != nil || again != got {
			t.Errorf("%q: %q is %+v, %v", text, got.String(), again, err)
		}
	}
}

func TestParseConditionErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":      `format: condition "": no operator: write COLUMN=VALUE, or one of != < <= > >= in place of =`,
		"speed": `format: condition "speed": no operator: write COLUMN=VALUE, or one of != < <= > >= in place of =`,
		"a!5":   `format: condition "a!5": no operator: write COLUMN=VALUE, or one of != < <= > >= in place of =`,
		"=5":    `format: condition "=5": no column before the operator`,
		" !=5":  `format: condition "!=5": no column before the operator`,
		"a==5":  `format: condition "a==5": no operator "==": there are = != < <= > >=`,
		"a<>5":  `format: condition "a<>5": no operator "<>": there are = != < <= > >=`,
		"a=>5":  `format: condition "a=>5": no operator "=>": there are = != < <= > >=`,
		"a<":    `format: condition "a<": no value behind the operator; an empty cell is found by =`,
	} {
		if _, err := format.ParseCondition(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	_, _, err := readText(t, "a.csv", "id,t,x,y\n1,2,3,4\n", format.Options{Reading: format.Reading{Where: []format.Condition{{Column: "id", Operator: "~", Value: "1"}}}})
	if err == nil || !strings.HasSuffix(err.Error(), `no operator "~": there are = != < <= > >=`) {
		t.Errorf("an operator that there is not: %v", err)
	}
}

// FuzzCondition: a condition is read back from its own text, and tests any cell without fault, with the
// result that its operator and the order of value and cell demand.
func FuzzCondition(f *testing.F) {
	for _, text := range []string{"a=5", "b!=x", "c<=-1e5", "d>= q", "e<9007199254740993", "f>", "g==1"} {
		f.Add(text, "5")
	}
	f.Add("a<=5", " 5.0")
	f.Fuzz(func(t *testing.T, text, cell string) {
		c, err := format.ParseCondition(text)
		if err != nil || len(cell) > 1000 {
			return
		}
		if again, err := format.ParseCondition(c.String()); err != nil || again != c {
			t.Errorf("%q is %+v, its text %+v, %v", text, c, again, err)
		}
		holds := map[string]bool{}
		for _, op := range infile.Operators() {
			tests, err := infile.NewCellTests([]format.Condition{{Column: c.Column, Operator: op, Value: c.Value}})
			if err != nil {
				return // no value
			}
			holds[op] = tests[0].Text([]byte(cell))
		}
		if holds["="] == holds["!="] || holds["<"] && holds[">"] || holds["<"] && !holds["<="] || holds["<="] && holds[">"] || holds["="] && cell != "" && !infile.IsNone([]byte(cell)) && !holds["<="] {
			t.Errorf("%q against %q: %v", cell, c.Value, holds)
		}
	})
}

func TestCellTest(t *testing.T) {
	for _, c := range []struct {
		value, cell string
		less, equal bool // greater where neither
	}{
		{"5", "4.5", true, false},
		{"5", " 5.0\t", false, true},
		{"5", "10", false, false},
		{"5", "05", false, true},
		{"5", "5e0", false, true},
		{"-3", "-3.0", false, true},
		{"5", "five", false, false}, // as text
		{"five", "5", true, false},
		{"a", "B", true, false}, // byte by byte
		{"abc", "abc", false, true},
		{"abc", "abcd", false, false},
		{"9007199254740993", "9007199254740992", true, false}, // integers as such
		{"9007199254740993", "9007199254740992.0", false, true},
		{"0.1", "0.1000000000000000055", false, true}, // the same float64
		{"1e400", "2", false, false},                  // no number
		{"2021-03-20T12", "2021-03-20T12:00:00Z", false, false},
		{"2021-03-20T13", "2021-03-20T12:00:00Z", true, false},
		{"Nan", "Nan", false, true},
		{"O", "Nan", true, false},
	} {
		want := map[string]bool{"=": c.equal, "!=": !c.equal, "<": c.less, "<=": c.less || c.equal, ">": !c.less && !c.equal, ">=": !c.less}
		for op, holds := range want {
			tests, err := infile.NewCellTests([]format.Condition{{Column: "a", Operator: op, Value: c.value}})
			if err != nil {
				t.Fatal(err)
			}
			if got := tests[0].Text([]byte(c.cell)); got != holds {
				t.Errorf("%q %s %q: %v", c.cell, op, c.value, got)
			}
		}
	}
	// A missing value is neither less nor greater.
	for _, c := range []struct{ value, cell string }{{"5", ""}, {"5", " "}, {"x", ""}, {"5", "NaN"}, {"5", "null"}} {
		for _, op := range infile.Operators() {
			tests, _ := infile.NewCellTests([]format.Condition{{Column: "a", Operator: op, Value: c.value}}) //nolint:errcheck // they are conditions
			if got := tests[0].Text([]byte(c.cell)); got != (op == "!=") {
				t.Errorf("%q %s %q: %v", c.cell, op, c.value, got)
			}
		}
	}
}

// TestCellTestTypes: a number in a column of numbers is tested like its text.
func TestCellTestTypes(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 3))
	for range 3000 {
		v, value := r.Float64()*4-2, strconv.FormatFloat(math.Trunc(r.Float64()*9-4)/2, 'g', -1, 64)
		if r.IntN(3) == 0 {
			value = []string{"x", "", "1e5", "-9223372036854775808"}[r.IntN(4)]
		}
		if r.IntN(2) == 0 {
			v = math.Trunc(v * 2)
		}
		op := infile.Operators()[r.IntN(6)]
		tests, err := infile.NewCellTests([]format.Condition{{Column: "a", Operator: op, Value: value}})
		if err != nil {
			continue
		}
		text := tests[0].Text([]byte(strconv.FormatFloat(v, 'g', -1, 64)))
		if tests[0].Float(v) != text || v == math.Trunc(v) && tests[0].Integer(int64(v)) != text {
			t.Fatalf("%v %s %q: %v as text, %v as a float64", v, op, value, text, tests[0].Float(v))
		}
	}
	tests, _ := infile.NewCellTests([]format.Condition{{Column: "a", Operator: "<", Value: "5"}, {Column: "a", Operator: "!=", Value: "5"}, {Column: "a", Operator: "<", Value: "1"}, {Column: "a", Operator: "=", Value: "9223372036854775807"}}) //nolint:errcheck // they are conditions
	if tests[0].Float(math.NaN()) || !tests[1].Float(math.NaN()) || !tests[2].Float(math.Inf(-1)) || !tests[3].Integer(math.MaxInt64) || tests[3].Integer(math.MaxInt64-1) {
		t.Error("NaN, an infinity or the greatest integers")
	}
}

// skyTests returns random conditions on rows of stars, and a function that evaluates them.
func skyTests(r *rand.Rand) (where []format.Condition, holds func(skyRow) bool) {
	tests := []func(skyRow) bool{}
	for range 1 + r.IntN(3) {
		column, op := r.IntN(5), r.IntN(6)
		value := []float64{float64(r.IntN(6)) - 3, float64(r.IntN(80)) / 16, r.NormFloat64(), 0, float64(r.IntN(200) - 100)}[column]
		where = append(where, format.Condition{Column: []string{"id", "t", "x", "y", "z"}[column], Operator: infile.Operators()[op], Value: strconv.FormatFloat(value, 'g', -1, 64)})
		tests = append(tests, func(row skyRow) bool {
			switch c := cmp.Compare([]float64{float64(row.id), row.t, row.x, row.y, row.z}[column], value); op {
			case 0:
				return c == 0
			case 1:
				return c != 0
			case 2:
				return c < 0
			case 3:
				return c <= 0
			case 4:
				return c > 0
			default:
				return c >= 0
			}
		})
	}
	return where, func(row skyRow) bool {
		for _, test := range tests {
			if !test(row) {
				return false
			}
		}
		return true
	}
}

// TestWhereTables: tables of all formats are read as if rows that fail the conditions were absent.
func TestWhereTables(t *testing.T) {
	tier.Full(t)
	r := rand.New(rand.NewPCG(1, 5))
	some := 0
	for range 40 {
		rows := randomSky(r, 1+r.IntN(7), 1+r.IntN(60))
		where, holds := skyTests(r)
		var kept []skyRow
		for _, row := range rows {
			if holds(row) {
				kept = append(kept, row)
			}
		}
		for name, content := range skyFiles(rows) {
			o := format.Options{Reading: format.Reading{Where: where, Threads: 1 + r.IntN(3)}}
			_, report, err := readText(t, name, content, o)
			if len(kept) == 0 {
				if err == nil || !strings.HasSuffix(err.Error(), ": none of "+strconv.Itoa(len(rows))+" rows holds the conditions of --where") {
					t.Errorf("%s: no row is left: %v", name, err)
				}
				continue
			}
			if err != nil || report.Rows != len(rows) || report.Missed != len(rows)-len(kept) || report.Skipped != 0 {
				t.Fatalf("%s, %v: %v, %+v, want %d rows of %d", name, where, err, report, len(kept), len(rows))
			}
			wantSame(t, name, content, o, skyFiles(kept)["sky.csv"], format.Options{})
			some++
		}
	}
	if some < 100 {
		t.Errorf("rows were left in %d files", some)
	}
}

// TestWhereMissing: the error about a missing column lists the file's columns.
func TestWhereMissing(t *testing.T) {
	rows := randomSky(rand.New(rand.NewPCG(2, 3)), 2, 3)
	files := skyFiles(rows)
	files["a.xml"] = fcdFile(`<timestep time="0"><vehicle id="1" x="1" y="2"/><person id="2" x="1" y="2" slope="1"/></timestep>`)
	files["a.gpx"] = gpxFile("<trk><trkseg>" + trkpt("1", "2", "3", "00:00:00Z") + "</trkseg></trk>")
	files["a.plt"] = geoLife + "1,2,0,-777,39744,2008-10-23,02:53:15\n"
	files["a.oem"] = oemFile(oemSegment("A", "UTC", "2020-01-01T00:00:00 1 2 3"))
	files["a.parquet"] = formattest.InGroups(t, []optional{{}}, 9)
	for name, content := range files {
		_, _, err := readText(t, name, content, format.Options{Reading: format.Reading{Where: []format.Condition{{Column: "speed", Operator: "=", Value: "1"}}}})
		if !errors.Is(err, format.ErrNoCell) || !strings.Contains(err.Error(), `: no column "speed", which --where speed=1 names; there is "`) {
			t.Errorf("%s: %v", name, err)
		}
	}
	twice := "id,t,x,y,a,a\n1,2,3,4,5,6\n"
	if _, _, err := readText(t, "a.csv", twice, format.Options{Reading: format.Reading{Where: []format.Condition{{Column: "a", Operator: "=", Value: "5"}}}}); !errors.Is(err, format.ErrNoCell) || err.Error() != `a.csv: two columns "a", which --where a=5 names` {
		t.Errorf("two columns: %v", err)
	}
	arrays := fitsFile(fitsTable{cards: starColumns("TTYPE5  = 'm'", "TFORM5  = '2D'"), rows: [][]any{{int64(1), 2.0, 3.0, 4.0, 5.0, 6.0}}}.bytes())
	if _, _, err := readText(t, "a.fits", arrays, format.Options{Reading: format.Reading{Where: []format.Condition{{Column: "m", Operator: "=", Value: "5"}}}}); !errors.Is(err, format.ErrNoCell) {
		t.Errorf("arrays: %v", err)
	}
}
