package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"flyby/internal/cli"
	"flyby/internal/tier"
)

// levelled returns four aircraft at one place, whose heights in feet differ by 900, 1050 and 850 from one to the next: two pairs are less
// than 1,000 ft apart. A column has their speed.
func levelled(header string, height func(feet int) string) string {
	var b strings.Builder
	b.WriteString(header + "\n")
	for i, feet := range []int{30_000, 30_900, 31_950, 32_800} {
		for t := range 3 {
			fmt.Fprintf(&b, "a%d,%d,%g,50,%s,%d\n", i, 60*t, 10+0.001*float64(t), height(feet), 10*(i+1))
		}
	}
	return b.String()
}

// metres converts feet to metres in decimals, 0.3048 each, exactly.
func metres(feet int) string { return fmt.Sprintf("%d.%04d", feet*3048/10_000, feet*3048%10_000) }

// TestFeet: heights in feet next to degrees give, to the byte, the answer of the same heights in metres.
func TestFeet(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	write(t, "feet.csv", levelled("id,t,lon,lat,z,speed", strconv.Itoa))
	write(t, "metres.csv", levelled("id,t,lon,lat,z,speed", metres))
	write(t, "renamed.csv", levelled("id,t,lon,lat,altitude,speed", strconv.Itoa))
	ask := strings.Fields("join --lonlat --distance 0.05nmi --vertical 1000ft --level pairs")
	want := invoke(t, "", append(ask, "metres.csv", "--quiet")...)
	if strings.Count(want.out, "\n") != 3 {
		t.Fatalf("%s%s: want two pairs", want.out, want.err)
	}
	must(t, "convert", "feet.csv", "--lonlat", "--out", "feet.parquet")
	for _, c := range []struct{ args, told string }{
		{"feet.csv --units z=ft", ""},
		{"feet.csv --units m,s,z=ft", ""},
		{"renamed.csv --columns z=altitude --units z=ft", ""},
		{"metres.csv --units m", ""},
		{"metres.csv", "flyby: metres.csv: z in m (--units z=ft?)\n"},
	} {
		for _, outgrown := range []bool{false, true} {
			r := invokeOn(t, streams{outgrown: outgrown}, append(ask, strings.Fields(c.args)...)...)
			if r.status != cli.OK || r.out != want.out || r.err != c.told {
				t.Errorf("%s: exit status %d, %q%s, want %q%s", c.args, r.status, r.err, r.out, c.told, want.out)
			}
			var got struct {
				ColumnUnits map[string]string `json:"column_units"`
				Assumed     string
			}
			r = invokeOn(t, streams{outgrown: outgrown}, append(append(ask, strings.Fields(c.args)...), "--json")...)
			lines := strings.Split(strings.TrimSpace(r.err), "\n")
			err := json.Unmarshal([]byte(lines[len(lines)-1]), &got)
			if err != nil || (got.Assumed == "z in m") != (c.told != "") || (got.ColumnUnits["z"] == "ft") != strings.Contains(c.args, "z=ft") {
				t.Errorf("%s: %v, %+v of %s", c.args, err, got, r.err)
			}
		}
	}
	if r := invoke(t, "", append(ask, "feet.csv", "--count")...); r.out != "0\n" || !strings.Contains(r.err, "z in m (--units z=ft?)") {
		t.Errorf("feet as metres: %s%s, want 0, told", r.out, r.err)
	}
	for name, told := range map[string]bool{"altitude_m": false, "altitude (metres)": false, "altitude_ft": true, "alt": true, "am": true} {
		write(t, "named.csv", strings.Replace(read(t, "metres.csv"), "z", name, 1))
		r := invoke(t, "", append(ask, "named.csv", "--columns", "z="+name)...)
		if r.status != cli.OK || strings.Contains(r.err, "z in m") != told {
			t.Errorf("%s: exit status %d, %s, told %v", name, r.status, r.err, told)
		}
	}
	if r := invoke(t, "", append(ask, "feet.parquet")...); r.status != cli.OK || r.err != "" {
		t.Errorf("a file that says the unit: exit status %d, %s", r.status, r.err)
	}
}

// TestConvertedExactly: each whole foot up to 60,000 is the float64 nearest to its metres, in CSV and in Parquet.
func TestConvertedExactly(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	var feet, exact strings.Builder
	feet.WriteString("traj_id,t,x,y,z\n")
	exact.WriteString("traj_id,t,x,y,z\n")
	for n := range 60_000 {
		fmt.Fprintf(&feet, "1,%d,0,0,%d\n", n, n)
		v, _ := strconv.ParseFloat(metres(n), 64)
		fmt.Fprintf(&exact, "1,%d,0,0,%v\n", n, strconv.FormatFloat(v, 'f', -1, 64))
	}
	write(t, "feet.csv", feet.String())
	must(t, "convert", "feet.csv", "--out", "feet.parquet")
	for _, file := range []string{"feet.csv", "feet.parquet"} {
		if got := must(t, "convert", file, "--units", "m,s,z=ft"); got != exact.String() {
			t.Errorf("%s: feet are not the nearest metres", file)
		}
	}
	must(t, "convert", "feet.csv", "--units", "m,s,z=ft", "--out", "metres.parquet")
	if got, want := unitsOfParquet(t, "metres.parquet"), `{"t":"s","x":"m","y":"m","z":"m"}`; got != want {
		t.Errorf("metadata %s, want %s", got, want)
	}
}

// unitsOfParquet returns the units that a file records for its columns.
func unitsOfParquet(t *place, name string) string {
	t.Helper()
	file, err := os.Open(t.at(name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	p, err := parquet.OpenFile(file, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	text, _ := p.Lookup("flyby.units")
	return text
}

// TestColumnUnits: columns of every table, and columns of --with, are converted to the units of the data.
func TestColumnUnits(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	const plain = "traj_id,t,x,y,z,r\n1,0,100,0,30,10\n1,60,200,50,31,10\n2,0,300,0,40,20\n"
	const converted = "traj_id,t,x,y,z,r\n1,0,30.48,0,9.144,3.048\n1,3600,60.96,15.24,9.4488,3.048\n2,0,91.44,0,12.192,6.096\n"
	write(t, "a.csv", plain)
	must(t, "convert", "a.csv", "--out", "a.parquet")
	said := func(unit string) string {
		text := "# %ECSV 1.0\n# ---\n# datatype:\n# - {name: traj_id, datatype: int64}\n# - {name: t, datatype: float64}\n"
		for _, name := range []string{"x", "y", "z", "r"} {
			text += "# - {name: " + name + unit + ", datatype: float64}\n"
		}
		return text + strings.ReplaceAll(plain, ",", " ")
	}
	write(t, "bare.ecsv", said(""))
	write(t, "said.ecsv", said(", unit: ft"))
	var table strings.Builder
	table.WriteString(`<VOTABLE><RESOURCE><TABLE>`)
	for _, name := range []string{"traj_id", "t", "x", "y", "z", "r"} {
		fmt.Fprintf(&table, `<FIELD name="%s" datatype="%s"/>`, name, map[bool]string{true: "long", false: "double"}[name == "traj_id"])
	}
	table.WriteString("<DATA><TABLEDATA>")
	for _, row := range strings.Split(strings.TrimSpace(plain), "\n")[1:] {
		table.WriteString("<TR><TD>" + strings.ReplaceAll(row, ",", "</TD><TD>") + "</TD></TR>")
	}
	write(t, "a.vot", table.String()+"</TABLEDATA></DATA></TABLE></RESOURCE></VOTABLE>")
	for _, file := range []string{"a.csv", "a.parquet", "bare.ecsv", "said.ecsv", "a.vot"} {
		for _, outgrown := range []bool{false, true} {
			r := invokeOn(t, streams{outgrown: outgrown}, "convert", file, "--units", "m,s,t=min,x=ft,y=ft,z=ft,r=ft")
			if r.status != cli.OK || r.out != converted || r.err != "" {
				t.Errorf("%s (outgrown %v): exit status %d, %s%s", file, outgrown, r.status, r.err, r.out)
			}
		}
	}
	write(t, "fast.csv", "id,t,x,y,speed,length,age,note\n1,0,0,0,10,100,2,a\n1,9,1,0,10,100,2,a\n2,0,0,1,,250,0,b\n2,9,1,1,7,250,0,b\n")
	args := strings.Fields("join fast.csv --distance 1 --level pairs --with speed,length,age --units m,s,speed=kn,length=ft,age=h")
	out := must(t, args...)
	v, _ := strconv.ParseFloat("5.14444444444444444444444444444", 64)     // 10 * 1852 / 3600
	later, _ := strconv.ParseFloat("3.60111111111111111111111111111", 64) // 7 * 1852 / 3600: the first row has none
	if want := fmt.Sprintf(",%v,%v,30.48,76.2,7200,0\n", v, later); !strings.HasSuffix(out, want) {
		t.Errorf("%s, want %s", out, want)
	}
	must(t, append(args, "--out", "pairs.parquet")...)
	for _, column := range []string{`"query_speed":"m/s"`, `"entry_length":"m"`, `"query_age":"s"`} {
		if got := unitsOfParquet(t, "pairs.parquet"); !strings.Contains(got, column) {
			t.Errorf("metadata %s, want %s", got, column)
		}
	}
}

// TestColumnUnitsRefused: a unit without a column, no unit, a unit given twice, and a unit that differs from the file's are refused.
func TestColumnUnitsRefused(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "flat.csv", "id,t,x,y,name\n1,0,0,0,a\n")
	write(t, "solid.csv", "id,t,x,y,z\n1,0,0,0,0\n")
	write(t, "stamps.csv", "id,t,x,y\n1,2024-05-01T00:00:00Z,0,0\n")
	write(t, "said.ecsv", "# %ECSV 1.0\n# ---\n# datatype:\n# - {name: id, datatype: int64}\n# - {name: t, datatype: float64}\n# - {name: x, datatype: float64}\n# - {name: y, datatype: float64}\n# - {name: z, unit: m, datatype: float64}\nid t x y z\n1 0 0 0 0\n")
	write(t, "steps.xml", `<fcd-export><timestep time="0"><vehicle id="0" x="1" y="2" z="3"/></timestep></fcd-export>`)
	must(t, "convert", "solid.csv", "--units", "m,s", "--out", "m.parquet")
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{"flat.csv --units m,s,z=ft", cli.Failure, "flat.csv: no column z, whose unit --units z=ft says"},
		{"solid.csv --units z=ft", cli.Failure, "nothing says the unit of the data that z=ft is to be converted to: --units m,s,z=ft"},
		{"said.ecsv --units m,s,z=ft", cli.Failure, "said.ecsv: column z is in m, and --units says z=ft"},
		{"m.parquet --units z=ft", cli.Failure, "m.parquet: column z is in m, and --units says z=ft"},
		{"steps.xml --units z=ft", cli.Failure, "steps.xml: column z is in m, and --units says z=ft"},
		{"solid.csv --lonlat --units x=km", cli.Failure, "column x is in degrees, and --units says x=km"},
		{"stamps.csv --units m,s,t=ms", cli.Failure, "column t holds dates and times, and --units says t=ms"},
		{"solid.csv --columns z=y,y=z --units m,s,name=ft", cli.Failure, "column name, whose unit --units says, is not read; --with name does"},
		{"solid.csv --columns x=y,y=z,z=x --units m,s,height=ft", cli.Failure, "column height, whose unit --units says, is not read"},
		{"flat.csv --columns x=x,y=y,z=name --units m,s,name=ft", cli.Failure, "column name is z: --units z=ft"},
		{"solid.csv --units m,s,z=feet", cli.WrongUsage, `z=feet: "feet" is no unit of length: m, km, ft`},
		{"solid.csv --units m,s,z=ft,z=m", cli.WrongUsage, "z has two units"},
		{"solid.csv --units m,s,t=m", cli.WrongUsage, `"m" is no unit of time: ns`},
		{"solid.csv --units m,s,t=mjd", cli.WrongUsage, "dates of a scale are told for all times, as --units ,mjd"},
		{"solid.csv --units m,s,speed=knots", cli.WrongUsage, `"knots" is no unit of length: m`},
		{"solid.csv --units m,s,id=m", cli.WrongUsage, `"id" counts nothing`},
		{"solid.csv --units m,s,z=", cli.WrongUsage, `"" is no unit of length`},
	} {
		r := invoke(t, "", append([]string{"info"}, strings.Fields(c.args)...)...)
		if r.status != c.status || !strings.Contains(r.err, c.want) {
			t.Errorf("%s: exit status %d, %swant %s", c.args, r.status, r.err, c.want)
		}
	}
	for args, want := range map[string]string{
		"join flat.csv --distance 1 --level pairs --with name --units m,s,name=kn": `column name: "a": no number, and --units says name=kn`,
		"join flat.csv --distance 1 --level pairs --with name --units name=kn":     "--units name=kn: the data have no unit of length: --units m,s,name=kn",
		"selfjoin --points flat.csv --eps 1 --units m,x1=ft":                       "points have no units by column",
		"join flat.csv --distance 1 --units m,s,r=ft":                              "no column r, whose unit --units r=ft says",
	} {
		if r := invoke(t, "", strings.Fields(args)...); r.status == cli.OK || !strings.Contains(r.err, want) {
			t.Errorf("%s: exit status %d, %swant %s", args, r.status, r.err, want)
		}
	}
}
