package main

import (
	"strings"
	"testing"

	"flyby/internal/cli"
)

// TestPointSides: a flag of one side holds there in place of the flag of both, which --verbose tells; columns, degrees, formats and units may be of one side alone.
func TestPointSides(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"stars.csv": "source,east,north,mag\na,0,0,3\nb,3,4,5\n", "scans.csv": "id,x,y,seen\n7,0.003,0.004,1\n8,9000,9000,2\n",
		"ports.csv": "name,lon_deg,lat_deg\nA,10,50\nB,20,50\n", "ships.csv": "id,lon,lat\n7,10,50\n8,20,50\n", "bare.txt": "3 4\n",
	} {
		write(t, name, text)
	}
	const stars, scans = "stars.csv --eps 1m --entry-columns id=source,x1=east,x2=north", " --queries scans.csv --query-columns id=id,x1=x,x2=y"
	for _, c := range []struct{ args, rows, told, over string }{
		{stars + scans + " --entry-units m --query-units km", "7,b", "flyby: scans.csv: converted lengths in km to m\n", ""},
		{stars + scans + " --units m --query-units km --entry-where mag<4", "", "", "--query-units"},
		{stars + scans + " --columns x1=none --units m", "7,a", "", "--entry-columns --query-columns"},
		{"ports.csv --eps 1km --lonlat --entry-columns id=name,x1=lon_deg,x2=lat_deg --queries ships.csv --query-where id=8", "8,B", "", ""},
		{"stars.csv --eps 0 --columns x1=east,x2=north --queries - --query-no-header --query-columns x1=x1,x2=x2 --query-in-format csv", "0,1", "", "--query-columns"},
	} {
		r := invoke(t, read(t, "bare.txt"), append([]string{"pointjoin", "--verbose"}, strings.Fields(c.args)...)...)
		var over []string
		for line := range strings.Lines(r.err) {
			if _, flag, told := strings.Cut(line, `in place of the flag of both" flag=`); told {
				over = append(over, strings.TrimSpace(flag))
			}
		}
		if rows := strings.TrimSpace(strings.TrimPrefix(r.out, "query,entry\n")); r.status != cli.OK || rows != c.rows || !strings.Contains(r.err, c.told) || strings.Join(over, " ") != c.over {
			t.Errorf("%s: %d, %s%swant %s, told of %s", c.args, r.status, r.out, r.err, c.rows, c.over)
		}
	}
	r := invoke(t, "", strings.Fields("knn stars.csv --queries stars.csv -k 1 --columns id=source,x1=east,x2=north --query-where source=b")...)
	if r.out != "query,rank,entry,distance\nb,1,b,0\n" || !strings.Contains(r.err, "stars.csv: left out 1 of 2 rows by --where") {
		t.Errorf("a file with itself: %+v", r)
	}
}

// TestPointSidesRefused: what one side cannot be read with is refused under the name of the flag, and so are flags of queries that there are not, and sides that cannot be compared; a suggestion
// names the side that it is for.
func TestPointSidesRefused(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"p.csv": "x,y\n0,0\n3,4\n", "q.csv": "id,x,y\n7,0,0\n", "twice.csv": "id,x,y\n7,0,0\n7,3,4\n", "bare.csv": "3 4\n5 6\n"} {
		write(t, name, text)
	}
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{"knn p.csv -k 1 --query-tz UTC", cli.WrongUsage, "--query-tz: is for the queries, and --queries names none"},
		{"pointjoin p.csv --queries q.csv --eps 1 --query-columns x=a", cli.WrongUsage, `--query-columns: unknown key "x"`},
		{"pointjoin p.csv --queries q.csv --eps 1 --query-max-gap 5", cli.WrongUsage, "--query-max-gap: points have no times, and do not move"},
		{"pointjoin p.csv --queries q.csv --eps 1 --query-in-format npy", cli.WrongUsage, "--query-in-format npy: --queries q.csv is CSV by its ending"},
		{"pointjoin p.csv --queries q.csv --eps 1 --query-units m,x=ft", cli.WrongUsage, "points have no units by column"},
		{"pointjoin p.npy --queries q.csv --eps 1 --query-where x>1 --entry-where x>1", cli.WrongUsage, "--entry-where and FILE p.npy: columns of an array have no names"},
		{"pointjoin p.csv --queries q.npy --eps 1 --query-no-header", cli.WrongUsage, "--query-no-header and --queries q.npy: text alone can have no header"},
		{"selfjoin p.csv --eps 1 --query-tz UTC", cli.WrongUsage, "unknown flag: --query-tz"},
		{"pointjoin p.csv --queries q.csv --eps 1 --query-units km", cli.Failure, "lengths are km in q.csv, and nothing says their unit in p.csv: --entry-units km does"},
		{"pointjoin p.csv --queries q.csv --eps 1 --query-lonlat", cli.Failure, "positions are plain coordinates in p.csv, earth-centred metres in q.csv"},
		{"knn p.csv --queries twice.csv -k 1", cli.Failure, "--query-columns x1=x,x2=y reads points that share theirs"},
		{"knn twice.csv --queries p.csv -k 1", cli.Failure, "--entry-columns x1=x,x2=y reads points that share theirs"},
		{"knn twice.csv -k 1", cli.Failure, "; --columns x1=x,x2=y reads points that share theirs"},
		{"knn p.csv --queries bare.csv -k 1", cli.Failure, "--query-no-header reads numbers without one"},
		{"knn p.csv --queries q.csv -k 1", cli.OK, "flyby: q.csv: coordinates x, y; id id; not so? --query-columns x1=id,x2=x,x3=y\n"},
	} {
		if r := invoke(t, "", strings.Fields(c.args)...); r.status != c.status || !strings.Contains(r.err, c.want) {
			t.Errorf("%s: %d, %swant %s", c.args, r.status, r.err, c.want)
		}
	}
	for line, want := range map[string]string{"--query-col": "--query-columns", "--entry-no": "--entry-no-header", "--query-in-format|": "csv\n"} {
		if r := invoke(t, "", append([]string{"__complete", "knn"}, strings.Split(line, "|")...)...); !strings.HasPrefix(r.out, want) {
			t.Errorf("%s: %s", line, r.out)
		}
	}
}
