package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"flyby/internal/cli"
	"flyby/internal/tier"
)

// passing returns rows of two objects that pass each other three times, at four times as text.
func passing(header string, times [4]string, sep string) string {
	var b strings.Builder
	b.WriteString(header)
	for object := range 2 {
		for i, t := range times {
			fmt.Fprintf(&b, "%d%s%s%s%d%s0\n", object, sep, t, sep, (i+object)%2, sep)
		}
	}
	return b.String()
}

// passingECSV returns passing as ECSV, with the given description of times.
func passingECSV(said string, times [4]string) string {
	return passing("# %ECSV 1.0\n# ---\n# datatype:\n# - {name: id, datatype: int64}\n# - {name: t, "+said+"}\n# - {name: x, datatype: float64}\n# - {name: y, datatype: float64}\nid t x y\n", times, " ")
}

// passingVOTable returns passing as a VOTable, with the given description of times.
func passingVOTable(said string, times [4]string) string {
	rows := strings.ReplaceAll(strings.TrimSpace(passing("", times, "</TD><TD>")), "\n", "</TD></TR>\n<TR><TD>")
	return `<VOTABLE><RESOURCE><TABLE><FIELD name="id" datatype="long"/><FIELD name="t" ` + said + `/><FIELD name="x" datatype="double"/><FIELD name="y" datatype="double"/>
<DATA><TABLEDATA><TR><TD>` + rows + "</TD></TR></TABLEDATA></DATA></TABLE></RESOURCE></VOTABLE>"
}

// passingFCD returns passing as SUMO writes it.
func passingFCD(times [4]string) string {
	var b strings.Builder
	for i, at := range times {
		fmt.Fprintf(&b, `<timestep time="%s"><vehicle id="0" x="%d" y="0"/><vehicle id="1" x="%d" y="0"/></timestep>`, at, i%2, 1-i%2)
	}
	return "<fcd-export>" + b.String() + "</fcd-export>"
}

// passingParquet returns passing as Parquet, with times of a type.
func passingParquet[T any](t *place, typ parquet.Node, times [4]T) string {
	t.Helper()
	var b strings.Builder
	w := parquet.NewGenericWriter[map[string]any](&b, parquet.NewSchema("rows", parquet.Group{
		"id": parquet.Leaf(parquet.Int64Type), "t": typ, "x": parquet.Leaf(parquet.DoubleType), "y": parquet.Leaf(parquet.DoubleType),
	}))
	for object := range 2 {
		for i, at := range times {
			if _, err := w.Write([]map[string]any{{"id": int64(object), "t": at, "x": float64((i + object) % 2), "y": 0.0}}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestTimesAsWritten: dates alone, layouts of one digit or two and numbers that count since 1970 are read as the equal timestamps
// of RFC 3339, in every format and to the byte of the answer.
func TestTimesAsWritten(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	const csv = "id,t,x,y\n"
	join := func(flags ...string) result {
		return invoke(t, "", append(strings.Fields("join --distance 0.25 --level encounters --max-gap 36h --from 2024-04-30"), flags...)...)
	}
	want := map[string]string{}
	for name, times := range map[string][4]string{
		"berlin": {"2024-04-30T22:00:00Z", "2024-05-01T22:00:00Z", "2024-05-02T22:00:00Z", "2024-05-03T22:00:00Z"},
		"utc":    {"2024-05-01T00:00:00Z", "2024-05-02T00:00:00Z", "2024-05-03T00:00:00Z", "2024-05-04T00:00:00Z"},
		"fine":   {"2024-05-01T10:00:00.125Z", "2024-05-01T22:00:00.25Z", "2024-05-02T10:00:00.5Z", "2024-05-02T22:00:00.627Z"},
	} {
		write(t, "stamps.csv", passing(csv, times, ","))
		if want[name] = join("stamps.csv").out; strings.Count(want[name], "\n") != 4 {
			t.Fatalf("%s: %s", name, want[name])
		}
	}
	dates := [4]string{"2024-05-01", "2024-05-02", "2024-05-03", "2024-05-04"}
	seconds := [4]string{"1714557600.125", "1714600800.25", "1714644000.5", "1714687200.627"}
	millis := [4]string{"1714557600125", "1714600800250", "1714644000500", "1714687200627"}
	days := passingParquet(t, parquet.Date(), [4]int32{19844, 19845, 19846, 19847})
	for _, c := range []struct{ name, text, flags, want string }{
		{"d.csv", passing(csv, dates, ","), "--tz=Europe/Berlin", "berlin"},
		{"d.csv", passing(csv, dates, ","), "--tz=UTC", "utc"},
		{"m.csv", passing(csv, [4]string{"5/1/2024", "5/2/2024", "05/03/2024", "5/4/2024"}, ","), "--tz=UTC|--time-layout=M/D/YYYY", "utc"},
		{"h.csv", passing(csv, [4]string{"5/1/2024 0:0", "5/2/2024 00:0", "05/03/2024 0:00", "5/4/2024 0:00"}, ","), "--tz=Europe/Berlin|--time-layout=M/D/YYYY h:m", "berlin"},
		{"d.ecsv", passingECSV("datatype: string", dates), "--tz=Europe/Berlin", "berlin"},
		{"d.vot", passingVOTable(`datatype="char" arraysize="*"`, dates), "--tz=Europe/Berlin", "berlin"},
		{"f.vot", passingVOTable(`datatype="char" arraysize="*"`, [4]string{"2024-05-01T12:00:00.125", "2024-05-02T00:00:00.25", "2024-05-02T12:00:00.5", "2024-05-03T00:00:00.627"}), "--tz=+02:00", "fine"},
		{"d.parquet", days, "--tz=Europe/Berlin", "berlin"},
		{"d.parquet", days, "", "utc"},
		{"text.parquet", passingParquet(t, parquet.String(), dates), "--tz=Europe/Berlin", "berlin"},
		{"u.csv", passing(csv, seconds, ","), "--units=t=unix", "fine"},
		{"u.csv", passing("id;t;x;y\n", seconds, ";"), "--units=m,s,t=unix", "fine"},
		{"ms.csv", passing(csv, millis, ","), "--units=t=unixms", "fine"},
		{"renamed.csv", passing("id,stamp,x,y\n", millis, ","), "--columns=t=stamp|--units=t=unixms", "fine"},
		{"u.ecsv", passingECSV("unit: s, datatype: float64", seconds), "--units=t=unix", "fine"},
		{"ms.ecsv", passingECSV("unit: ms, datatype: int64", millis), "--units=t=unixms", "fine"},
		{"u.vot", passingVOTable(`datatype="double"`, seconds), "--units=t=unix", "fine"},
		{"ms.vot", passingVOTable(`datatype="long"`, millis), "--units=t=unixms", "fine"},
		{"u.parquet", passingParquet(t, parquet.Leaf(parquet.DoubleType), [4]float64{1714557600.125, 1714600800.25, 1714644000.5, 1714687200.627}), "--units=t=unix", "fine"},
		{"ms.parquet", passingParquet(t, parquet.Leaf(parquet.Int64Type), [4]int64{1714557600125, 1714600800250, 1714644000500, 1714687200627}), "--units=t=unixms", "fine"},
		{"u.xml", passingFCD(seconds), "--units=m,s,t=unix", "fine"},
	} {
		write(t, c.name, c.text)
		flags := strings.FieldsFunc(c.flags, func(r rune) bool { return r == '|' })
		if r := join(append(flags, c.name)...); r.status != cli.OK || r.out != want[c.want] {
			t.Errorf("%s %s: exit status %d, %s%swant %s", c.name, c.flags, r.status, r.err, r.out, want[c.want])
		}
		s := streams{outgrown: true}
		if r := invokeOn(t, s, append(append(strings.Fields("convert --out back.parquet"), flags...), c.name)...); r.status != cli.OK {
			t.Errorf("convert %s %s: exit status %d, %s", c.name, c.flags, r.status, r.err)
		} else if r := join("back.parquet"); r.out != want[c.want] {
			t.Errorf("%s %s, converted: %s%swant %s", c.name, c.flags, r.err, r.out, want[c.want])
		}
	}
}

// TestTimesRefused: a value that is no time of the declared kind is an error with the flag that mends it.
func TestTimesRefused(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "dates.csv", "id,t,x,y\n1,2024-05-01,0,0\n")
	write(t, "numbers.csv", "id,t,x,y\n1,1714557600125,0,0\n")
	write(t, "days.ecsv", passingECSV("unit: d, datatype: float64", [4]string{"1", "2", "3", "4"}))
	write(t, "text.vot", passingVOTable(`datatype="char" arraysize="*"`, [4]string{"2024-05-01", "2024-05-02", "2024-05-03", "2024-05-04"}))
	write(t, "skipped.parquet", passingParquet(t, parquet.Date(), [4]int32{17453, 17454, 17455, 17456}))
	write(t, "far.parquet", passingParquet(t, parquet.Leaf(parquet.Int64Type), [4]int64{1714557600, 1714557600125, 1, 2}))
	write(t, "steps.xml", passingFCD([4]string{"1", "2", "3", "4"}))
	write(t, "walk.gpx", `<gpx><trk><trkseg><trkpt lat="1" lon="1"><time>2024-05-01T00:00:00Z</time></trkpt></trkseg></trk></gpx>`)
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{"dates.csv", cli.Failure, `dates.csv:2: column t: "2024-05-01": a date, whose midnight is that of a zone: tell it as --tz UTC does`},
		{"dates.csv --units t=unix", cli.Failure, `dates.csv:2: column t: "2024-05-01": not a number, and --units says t=unix`},
		{"numbers.csv --units t=unix", cli.Failure, `numbers.csv:2: column t: "1714557600125": as seconds since 1970 outside the years 0 to 9999; milliseconds are --units t=unixms`},
		{"far.parquet --units t=unix", cli.Failure, `column t: "1714557600125": as seconds since 1970 outside the years 0 to 9999; milliseconds are --units t=unixms`},
		{"days.ecsv --units t=unix", cli.Failure, "days.ecsv: column t is in d, and --units says t=unix"},
		{"text.vot --units t=unixms", cli.Failure, "text.vot: column t holds dates and times, and --units says t=unixms"},
		{"text.vot", cli.Failure, "tell it as --tz UTC does"},
		{"skipped.parquet --tz America/Sao_Paulo", cli.Failure, `skipped.parquet: row 1 (row group 0): column t: "2017-10-15": the clocks of America/Sao_Paulo skipped it`},
		{"skipped.parquet --units t=unix", cli.Failure, "skipped.parquet: column t holds dates and times, and --units says t=unix"},
		{"steps.xml --units m,s,t=unixms", cli.Failure, "steps.xml: column time is in s, and --units says t=unixms"},
		{"walk.gpx --units t=unix", cli.Failure, "GPX says its units by itself: --units t=unix is for files that do not"},
		{"numbers.csv --units m,min,t=unixms", cli.Failure, "times are in s, and --units says min"},
		{"numbers.csv --units t=unix,t=unixms", cli.WrongUsage, "t has two units"},
		{"numbers.csv --units t=unix,m", cli.WrongUsage, `"m": behind LENGTH,TIME units have columns, as z=ft has`},
		{"numbers.csv --time-layout D/M", cli.WrongUsage, `--time-layout "D/M": must have YYYY, MM, DD and perhaps hh, mm and ss, or M, D, h, m, s for one digit or two`},
	} {
		r := invoke(t, "", append([]string{"info"}, strings.Fields(c.args)...)...)
		if r.status != c.status || !strings.Contains(r.err, c.want) {
			t.Errorf("%s: exit status %d, %swant %s", c.args, r.status, r.err, c.want)
		}
	}
}
