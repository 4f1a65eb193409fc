package main

import (
	"strings"
	"testing"

	"flyby/internal/cli"
)

// wantAgain wants verify to find the rows of a search in met.csv as they should be, and slabs to write them anew.
func wantAgain(t *place, search, rows string) {
	t.Helper()
	if r := invoke(t, "", words("verify met.csv %s", search)...); r.status != cli.OK || !strings.Contains(r.out, "as they should be") {
		t.Errorf("%+v", r)
	}
	for _, step := range []string{"slab plan " + search + " --dir work --slabs 2", "slab run work --missing", "slab merge work --out merged.csv"} {
		if r := invoke(t, "", words("%s", step)...); r.status != cli.OK {
			t.Fatalf("%s: %+v", step, r)
		}
	}
	if merged := read(t, "merged.csv"); merged != rows {
		t.Errorf("by slabs %s, want %s", merged, rows)
	}
}

// TestOriginIsTold: what --queries origin is stands in a line, verify and slabs take it, its flags of reading say nothing of it, and no other input is called so.
func TestOriginIsTold(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "a.csv", "who,t,x,y\na,0,3,4\na,2,-3,4\n")
	const search = "--entries a.csv --queries origin --columns id=who --where who=a --distance 4.5 --units km,s"
	r := invoke(t, "", words("search %s --out met.csv", search)...)
	if r.status != cli.OK || r.err != "flyby: origin: the place where all coordinates are 0, at all times, in km\n" {
		t.Fatalf("%+v", r)
	}
	rows := read(t, "met.csv")
	if strings.Count(rows, "\n") != 2 || !strings.Contains(rows, "\norigin,a,") {
		t.Error(rows)
	}
	wantAgain(t, search, rows)
	if r := invoke(t, read(t, "a.csv"), words("search %s", strings.Replace(search, "a.csv", "-", 1))...); r.status != cli.OK || r.out != rows {
		t.Errorf("beside standard input: %+v", r)
	}
	for _, c := range []struct{ args, want string }{
		{"join origin --distance 1", "open origin: no such file or directory"},
		{"search --entries origin --queries a.csv --distance 1", "open origin: no such file or directory"},
		{"search --entries a.csv --queries origin --queries a.csv --distance 1", "open origin: no such file or directory"},
		{"search --entries a.csv --queries origin --columns id=who --distance 1 --lonlat", "--queries origin: is for plain coordinates, and positions are earth-centred metres"},
	} {
		if r := invoke(t, "", words("%s", c.args)...); r.status == cli.OK || !strings.Contains(r.err, c.want) {
			t.Errorf("%s: %+v, want %s", c.args, r, c.want)
		}
	}
}
