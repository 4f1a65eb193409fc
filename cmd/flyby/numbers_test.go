package main

import (
	"strings"
	"testing"

	"flyby/internal/cli"
)

// TestNumbersAreTold: what queries by catalogue number are stands in a line, nothing meets itself, and verify, slabs and a pipe take them.
func TestNumbersAreTold(on *testing.T) {
	t := beside(on)
	sets := read(t, "../../docs/fields/data/gp.csv")
	t.Chdir(t.TempDir())
	write(t, "gp.csv", sets)
	const search = "--entries gp.csv --queries 25544,99902 --from 2008-09-21T03:10:00Z --to 2008-09-21T03:20:00Z --distance 50km"
	r := invoke(t, "", words("search %s --out met.csv", search)...)
	if r.status != cli.OK || !strings.HasSuffix(r.err, "\nflyby: queries: 2 objects of gp.csv: 25544, 99902\n") {
		t.Fatalf("%+v", r)
	}
	rows := read(t, "met.csv")
	if strings.Count(rows, "\n") != 2 || !strings.Contains(rows, "\n25544,99901,") {
		t.Error(rows)
	}
	wantAgain(t, search, rows)
	if r := invoke(t, sets, words("search %s --in-format omm", strings.Replace(search, "gp.csv", "-", 1))...); r.status != cli.OK || r.out != rows {
		t.Errorf("beside standard input: %+v", r)
	}
	if r := invoke(t, "", words("search %s --exclude-same-id=false --count", search)...); r.status != cli.OK || r.out != "3\n" {
		t.Errorf("with themselves: %+v", r)
	}
	if r := invoke(t, "", words("report met.csv --entries gp.csv --queries 25544,99902 --from 2008-09-21T03:10:00Z --to 2008-09-21T03:20:00Z --out met.html")...); r.status != cli.OK {
		t.Errorf("%+v", r)
	}
	for queries, want := range map[string]string{"25544,3": "--queries 25544,3: gp.csv has no object 3", "25544 --queries 99902": "open 25544: no such file"} {
		if r := invoke(t, "", words("search %s", strings.Replace(search, "25544,99902", queries, 1))...); r.status == cli.OK || !strings.Contains(r.err, want) {
			t.Errorf("%s: %+v", queries, r)
		}
	}
}
