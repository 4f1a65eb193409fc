package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"flyby"
	"flyby/internal/asking"
	"flyby/internal/cli"
	"flyby/job"
	"flyby/question"
)

// pointsOf runs a command that reads points, and returns its rows and its messages about them.
func pointsOf(t *place, stdin string, args ...string) (out, told string) {
	t.Helper()
	var errs bytes.Buffer
	a := newApp(context.Background(), streams{in: strings.NewReader(stdin), err: &errs})
	var f pointSearchFlags
	f.begin(question.SelfJoins)
	var file pointFiles
	c := a.equip(&cobra.Command{Use: "points", SilenceErrors: true, SilenceUsage: true, RunE: func(c *cobra.Command, _ []string) error {
		if err := file.check(c, &f.questionFlags, asking.BothSides); err != nil {
			return err
		}
		o, err := f.readOptions(c, asking.BothSides)
		if err != nil {
			return err
		}
		ask := job.Ask{Inputs: job.Inputs{Entries: file.names, EntryFiles: file.files, PointRead: o}, Question: question.Question{Kind: question.SelfJoins, Level: question.Counts}, Machine: flyby.Options{Device: "cpu"}}
		var l job.PointData
		ask.TakenPoints = func(d job.PointData) {
			a.takenPoints(d)
			l = d
		}
		_, err = job.Run(c.Context(), ask, job.Func(func(all job.Rows) error {
			rows := all.Points
			for _, row := range rows.Rows {
				out += fmt.Sprintf("%s=%v ", l.IDs().ID(int(row)), l.Append(nil, int(row)))
			}
			return nil
		}))
		return err
	}})
	addPoints(c, &file, "points", "`FILE` of points")
	c.SetFlagErrorFunc(pointFlagError)
	f.addReading(c)
	c.SetIn(a.in)
	c.SetArgs(args)
	if err := c.ExecuteContext(inFolder(context.Background(), t.folder)); err != nil {
		return "", err.Error()
	}
	return out, errs.String()
}

// TestPointFlags: flags select the columns and files of points, and messages report the choice.
func TestPointFlags(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "p.csv", "id,name,b,a\n7,joe,1,2\n8,sue,3,4\n7,max,5,6\n")
	if err := os.Mkdir(t.at("q"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, "q/one.csv", "a,id\n50,70\n")
	write(t, "q/two.csv", "a,id\n51,71\n")
	for _, c := range []struct{ args, stdin, out, told string }{
		{"--points p.csv --skip-bad-rows", "", "7=[1 2] 8=[3 4] ", "flyby: p.csv: coordinates b, a; id id; not so? --columns x1=id,x2=b,x3=a\nflyby: p.csv: left out columns that hold no numbers: name\nflyby: p.csv: left out 1 of 3 rows\nflyby:   p.csv:4: column id: \"7\": the id of line 2 too, and ids are there once; --columns x1=b,x2=a reads points that share theirs, as pings do: the number of the row is the id then; --columns x1=id,x2=b,x3=a takes it for a coordinate\n"},
		{"--points p.csv --columns x1=a,x2=b", "", "0=[2 1] 1=[4 3] 2=[6 5] ", "flyby: p.csv: coordinates a, b; id the number of the row\n"},
		{"--points p.csv", "", "", "format: p.csv:4"},
		{"--points p.csv --where name!=max", "", "7=[1 2] 8=[3 4] ", "flyby: p.csv: left out columns that hold no numbers: name\nflyby: p.csv: left out 1 of 3 rows by --where\n"},
		{"--points p.csv --where b>1 --where a<6 --columns x1=a", "", "0=[4] ", "flyby: p.csv: left out 2 of 3 rows by --where\n"},
		{"--points p.csv --where speed>1", "", "", `p.csv: no column "speed", which --where speed>1 names; there is "id", "name", "b", "a"`},
		{"--points p.npy --where a=1", "", "", "--where and --points p.npy: columns of an array have no names"},
		{"--points - --columns x1=t --tz +01:00", "t\n1970-01-01T01:00:07\n", "0=[7] ", "flyby: standard input: coordinates t; id the number of the row\n"},
		{"--points - --columns x1=t --time-layout DD.MM.YYYY_hh:mm --tz UTC", "t\n02.01.1970_00:01\n", "0=[86460] ", "flyby: standard input: coordinates t; id the number of the row\n"},
		{"--points - --columns x1=t", "t\n1970-01-01T01:00:07\n", "", `standard input:2: column t: "1970-01-01T01:00:07": no offset from UTC`},
		{"--points -", "x\n5\n", "0=[5] ", "flyby: standard input: coordinates x; id the number of the row\n"},
		{"--points /dev/stdin --lonlat", "lon,lat\n0,0\n", "0=[6.378137e+06 0 0] ", "flyby: standard input: coordinates lon, lat; id the number of the row\n"},
		{"--points -", ",0,1\n0,5,6\n", "0=[5 6] ", "flyby: standard input: coordinates 0, 1; id the number of the row; the first line is taken for the header that pandas writes of columns without names; not so? --columns id=0,x1=1\n"},
		{"--points -", "0,1\n5,6\n", "0=[5 6] ", "flyby: standard input: coordinates 0, 1; id the number of the row; the first line is taken for the header that pandas writes of columns without names; not so? --no-header, or --columns id=0,x1=1\n"},
		{"--points -", "0\n5\n", "0=[5] ", "flyby: standard input: coordinates 0; id the number of the row; the first line is taken for the header that pandas writes of columns without names; not so? --no-header\n"},
		{"--points - --no-header", "0,1\n5,6\n", "0=[0 1] 1=[5 6] ", "flyby: standard input: coordinates x1, x2; id the number of the row; not so? --columns id=x1,x1=x2\n"},
		{"--points - --no-header --columns id=x1,x1=x2 --where x2>1", "0 1\n5 6\n", "5=[6] ", "flyby: standard input: coordinates x2; id x1\nflyby: standard input: left out 1 of 2 rows by --where\n"},
		{"--points -", "0 1\n5 6\n", "", "standard input:1: no header: the first line must name the columns (id, if there is one, and the coordinates); --no-header reads numbers without one, as columns x1, x2 and so on"},
		{"--points p.npy --no-header", "", "", "--no-header and --points p.npy: text alone can have no header"},
		{"--points p.doc", "", "", "--points p.doc: unknown extension (known: .csv, "},
		{"--points q/*.csv --points p.csv --columns x1=a", "", "0=[2] 1=[4] 2=[6] 3=[50] 4=[51] ", "flyby: p.csv and 2 other files: coordinates a; id the number of the row\n"},
		{"--points q --columns id=id,x1=a --where a<51", "", "70=[50] ", "flyby: q: left out 1 of 2 rows by --where\n"},
		{"--points q --points p.csv --where b<6", "", "", "q/one.csv: no column \"b\""},
		{"--points q --points p.csv --skip-bad-rows", "", "", "q/one.csv: 1 coordinates a point, and 2 in p.csv: files of one set are alike; --columns says what is read of all"},
		{"--points q*/[ab", "", "", "--points: pattern q*/[ab: syntax error in pattern"},
		{"--points none*.csv", "", "", "pattern none*.csv: no files"},
		{"--points - --points -", "", "", "standard input can be read once only"},
		{"--points=", "", "", "no file name"},
		{"--points p.csv --threads -1", "", "", "--threads -1: must be positive, or 0 for all cores"},
	} {
		out, told := pointsOf(t, c.stdin, strings.Fields(c.args)...)
		if out != c.out || c.told == "" && told != "" || !strings.Contains(told, strings.TrimPrefix(c.told, "format: p")) {
			t.Errorf("%s: %q, %q; want %q, %q", c.args, out, told, c.out, c.told)
		}
	}
}

// TestPointArguments: files of points are arguments, or values of --points, with the same effect; both at once are wrong
// usage.
func TestPointArguments(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	if err := os.Mkdir(t.at("days"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, "days/mon.csv", "id,x\n1,0\n2,1\n")
	write(t, "days/tue.csv", "id,x\n3,1.5\n4,9\n")
	for _, rest := range []string{"selfjoin --eps 1", "pointjoin --queries days/tue.csv --eps 1", "knn -k 1", "knn --queries days/mon.csv -k 2", "dbscan --eps 1 --minpts 2"} {
		words := strings.Fields(rest)
		with := func(files ...string) result {
			return invoke(t, read(t, "days/mon.csv"), append(append([]string{words[0]}, files...), words[1:]...)...)
		}
		for files, same := range map[string]string{"days": "--points days", "days/mon.csv days/tue.csv": "--points days/mon.csv --points days/tue.csv", "days/t*.csv": "--points days/tue.csv", "-": "--points -"} {
			got, want := with(strings.Fields(files)...), with(strings.Fields(same)...)
			if got.status != cli.OK || got.out != want.out || got.out == "" {
				t.Errorf("%s of %s: status %d, %q, %s; want %q", rest, files, got.status, got.out, got.err, want.out)
			}
		}
		for files, why := range map[string]string{
			"days/mon.csv --points days/tue.csv": `"days/mon.csv": the files stand as arguments or behind --points, and --points days/tue.csv is given too`,
			"":                                   "flyby: FILE is missing", "days.pos": "FILE days.pos: unknown extension", "- -": `FILE "-": standard input can be read once only`,
			"days --out days/wed.csv": "would be one of the files of FILE days", "days/mon.npy --columns x1=x": "--columns and FILE days/mon.npy: columns of an array have no names",
		} {
			if r := with(strings.Fields(files)...); r.status != cli.WrongUsage || !strings.Contains(r.err, why) {
				t.Errorf("%s of %s: status %d, %s, want %q", rest, files, r.status, r.err, why)
			}
		}
	}
	if r := invoke(t, "", "__complete", "dbscan", ""); !strings.Contains(r.out, "npy") {
		t.Errorf("completed by %q", r.out)
	}
}
