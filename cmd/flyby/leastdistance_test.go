package main

import (
	"math"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// graze is a pass at exactly 5 from an object at rest, of which float64 computes 5.000000000000182.
const graze = "traj_id,t,x,y\na,124500,681,433\na,124511,681,433\nb,124500,-1716,2237\nb,124511,2684,-1063\n"

// TestLeastDistanceOfAnswers: d_min of an object that passes another at exactly the distance is that distance, or the sum with the radii, in every kind of answer, in memory, in slabs and in files of slabs; --having finds it,
// verify accepts it, and another unit is converted from it.
func TestLeastDistanceOfAnswers(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "graze.csv", graze)
	write(t, "a.csv", strings.Join(strings.Split(graze, "\n")[:3], "\n"))
	write(t, "b.csv", "traj_id,t,x,y\n"+strings.Join(strings.Split(graze, "\n")[3:], "\n"))
	write(t, "wide.csv", "traj_id,t,x,y,r\na,124500,681,433,0.75\na,124511,681,433,0.75\nb,124500,-1716,2237,1.75\nb,124511,2684,-1063,1.75\n")
	for _, c := range []struct{ asked, want string }{
		{"join graze.csv --distance 5", "a,b,124506,124506,124506,5,500,"},
		{"search --entries b.csv --queries a.csv --distance 5", "a,b,124506,124506,124506,5,500,"},
		{"join wide.csv --distance 2.5", "a,b,124506,124506,124506,5,500,"},
		{"join graze.csv --distance 5 --level pairs", "a,b,1,0,124506,124506,124506,5,500"},
		{"join graze.csv --units m --distance 5 --units-out km", "a,b,124506,124506,124506,0.005,500,"},
		{"join graze.csv --distance 5 --from 124506", "a,b,124506,124506,124506,5,500,start"},
		{"join graze.csv --distance 5 --top 1 --having d_min<=5", "a,b,124506,124506,124506,5,500,"},
	} {
		for _, outgrown := range []bool{false, true} {
			r := invokeOn(t, streams{outgrown: outgrown}, strings.Fields(c.asked)...)
			if _, row, _ := strings.Cut(r.out, "\n"); r.status != cli.OK || strings.TrimSuffix(row, "\n") != c.want {
				t.Errorf("%s: %+v", c.asked, r)
			}
		}
		told := strings.TrimPrefix(strings.TrimPrefix(c.asked, "search "), "join ")
		if !strings.HasPrefix(told, "--") {
			told = "--entries " + told
		}
		succeeds(t, strings.Fields(c.asked+" --out one.csv")...)
		succeeds(t, words("slab plan --dir %s --slabs 2 %s", strings.Map(plainly, c.asked), told)...)
		succeeds(t, words("slab run %s --missing", strings.Map(plainly, c.asked))...)
		succeeds(t, words("slab merge %s --out merged.csv", strings.Map(plainly, c.asked))...)
		if got := read(t, "merged.csv"); got != read(t, "one.csv") {
			t.Errorf("%s: merged %s", c.asked, got)
		}
		if r := invoke(t, "", words("verify one.csv %s", told)...); r.status != cli.OK {
			t.Errorf("%s: %+v", c.asked, r)
		}
	}
	if got := must(t, words("join graze.csv --distance 5 --level objects --having d_min=5 --count")...); got != "2\n" {
		t.Errorf("%s objects", got)
	}
}

// succeeds runs a command, whatever it tells.
func succeeds(t *place, args ...string) {
	t.Helper()
	if r := invoke(t, "", args...); r.status != cli.OK {
		t.Fatalf("%v: %+v", args, r)
	}
}

// plainly makes a text a name of a folder.
func plainly(r rune) rune {
	if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
		return r
	}
	return '-'
}

// TestLeastDistanceIsRoundedForShowAlone: of two least distances that are a unit in the last place apart, --having keeps one, and --top and a page have the lesser one first, though both are shown as 5.
func TestLeastDistanceIsRoundedForShowAlone(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "rests.csv", "id,t,x,y\na,0,0,0\na,9,0,0\nb,0,0,5.000000000000001\nb,9,0,5.000000000000001\nc,0,100,0\nc,9,100,0\nd,0,100,5\nd,9,100,5\n")
	for _, outgrown := range []bool{false, true} {
		for asked, want := range map[string]string{
			"": "a,b,0,9,0,5.000000000000001,0,both\nc,d,0,9,0,5,0,both\n", "--having d_min<=5": "c,d,0,9,0,5,0,both\n", "--having d_min>5": "a,b,0,9,0,5.000000000000001,0,both\n",
			"--having d_min<=5.000000000000001": "a,b,0,9,0,5.000000000000001,0,both\nc,d,0,9,0,5,0,both\n", "--having d_min=5": "c,d,0,9,0,5,0,both\n",
			"--top 2": "c,d,0,9,0,5,0,both\na,b,0,9,0,5.000000000000001,0,both\n", "--top 1": "c,d,0,9,0,5,0,both\n",
			"--level pairs --top 1": "c,d,1,9,0,9,0,5,0\n", "--level objects --having d_min>5": "a,1,1,9,9,5.000000000000001\nb,1,1,9,9,5.000000000000001\n",
		} {
			r := invokeOn(t, streams{outgrown: outgrown}, words("join rests.csv --distance 6 %s", asked)...)
			if _, rows, _ := strings.Cut(r.out, "\n"); r.status != cli.OK || rows != want {
				t.Errorf("%s: %+v, want %s", asked, r, want)
			}
		}
	}
	for _, file := range []string{"rows.csv", "rows.parquet", "rows.ndjson"} {
		must(t, words("join rests.csv --distance 6 --out %s", file)...)
		must(t, words("report %s --entries rests.csv --out page.html", file)...)
		page := read(t, "page.html")
		if near, far := strings.Index(page, `data-d-min="5"`), strings.Index(page, `data-d-min="5.000000000000001"`); near < 0 || far < near || strings.Count(page, `data-shown="5"`) != 2 {
			t.Errorf("%s: rows at %d and %d: %s", file, near, far, page[max(0, near-200):][:400])
		}
	}
	succeeds(t, words("join rests.csv --distance 6 --top 1 --out page.html")...)
	if page := read(t, "page.html"); strings.Contains(page, "5.000000000000001") {
		t.Error("the page of --top 1 has the farther pair")
	}
	if math.Nextafter(5, 6) != 5.000000000000001 {
		t.Error("5.000000000000001 is not the next float64")
	}
}
