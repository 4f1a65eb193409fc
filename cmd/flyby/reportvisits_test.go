package main

import (
	"os"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// visitQuestions are questions about ships and ports, and of objects in a plane.
func visitQuestions() []struct{ files, asks, told string } {
	return []struct{ files, asks, told string }{
		{"good.csv --zones park.geojson", "--distance 1", "good.csv"},
		{"good.csv --zones park.geojson --zones areas.csv --skip-bad-rows", "--top 2 --merge-gap 1 --distance 1km --units m,s --units-out km", "good.csv"},
		{"ships.csv --lonlat --zones ports.geojson --zone-id code", "--distance 100m --with country", "ships.csv"},
		{"aircraft.csv --lonlat --zones tma.csv --zone-height floor,ceiling --zone-sides arcs", "", "aircraft.csv"},
	}
}

// places writes the files of visitQuestions.
func places(t *place) {
	t.Helper()
	inputs(t)
	write(t, "ships.csv", "id,t,x,y\nvega,0,1,0\nvega,10,5,0\nrhea,0,3,1\nrhea,10,3,-1\n")
	write(t, "ports.geojson", `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"code":"EQ","country":"Q"},"geometry":{"type":"LineString","coordinates":[[2,0],[4,0]]}},{"type":"Feature","properties":{"code":"P"},"geometry":{"type":"Polygon","coordinates":[[[2,-1],[4,-1],[4,1],[2,1],[2,-1]],[[2.9,-0.1],[2.9,0.1],[3.1,0.1],[3.1,-0.1],[2.9,-0.1]]]}}]}`)
	write(t, "tma.csv", "zone_id,wkt,floor,ceiling\nlow,\"POLYGON ((8.4 47.3, 8.6 47.3, 8.6 47.5, 8.4 47.5, 8.4 47.3))\",,4921.25984251969ft\n")
}

// TestReportOfVisits: the page of flyby visits is the page that flyby report makes of its rows in Parquet and, but for the threshold, in text, and no other file is left.
func TestReportOfVisits(on *testing.T) {
	t := beside(on)
	places(t)
	ok := func(line string, args ...any) {
		t.Helper()
		if r := invoke(t, "", words(line, args...)...); r.status != cli.OK || r.out != "" {
			t.Fatalf("%+v", r)
		}
	}
	for _, q := range visitQuestions() {
		ok("visits %s %s --quiet --out v.parquet", q.files, q.asks)
		told := "--entries " + q.files
		if strings.Contains(q.asks, "--units m,s") {
			told += " --units m,s"
		}
		ok("report v.parquet %s --quiet --out apart.html", told)
		before := folder(t)
		ok("visits %s %s --quiet --tmp . --out once.html", q.files, q.asks)
		once, apart := read(t, "once.html"), strings.ReplaceAll(read(t, "apart.html"), ">v.parquet: ", ">visits of "+q.told+": ")
		if uncut(once) != uncut(apart) || !strings.Contains(once, `"zones":[{`) || !strings.Contains(once, "data-zone=") {
			t.Errorf("%v: pages of %d and %d bytes", q, len(once), len(apart))
		}
		os.Remove(t.at("once.html"))
		if after := folder(t); after != before {
			t.Errorf("%v leaves %s, where there was %s", q, after, before)
		}
		if r := invokeOn(t, streams{outgrown: true}, words("report v.parquet %s --memory 4GB --quiet --out outgrown.html", told)...); r.status != cli.OK || read(t, "outgrown.html") != read(t, "apart.html") && !strings.Contains(q.files, "zone-height") { // only data in memory have heights apart from positions
			t.Errorf("%v: data that outgrow memory have another page: %+v", q, r)
		}
	}
	lines := strings.Split(strings.TrimSpace(invoke(t, "", words("visits good.csv --zones park.geojson --json --out x.html")...).err), "\n")
	if all := strings.Join(lines, "\n"); strings.Count(all, `"type":"summary"`) != 1 || !strings.Contains(lines[len(lines)-1], `"visits":`) || !strings.Contains(lines[len(lines)-1], `"out":"x.html"`) {
		t.Errorf("%s", all)
	}
}

// TestReportOfVisitsRefused: other data, other zones and flags of other pages are refused, and leave no page.
func TestReportOfVisitsRefused(on *testing.T) {
	t := beside(on)
	places(t)
	herd(t, "herd.csv", 9)
	must(t, words("visits good.csv --zones park.geojson --quiet --out v.csv")...)
	must(t, words("visits good.csv --zones park.geojson --level pairs --quiet --out pairs.csv")...)
	must(t, words("join herd.csv --distance 1 --device cpu --quiet --out near.csv")...)
	before := folder(t)
	for line, want := range map[string]struct {
		status int
		why    string
	}{
		"report v.csv --entries good.csv":                                   {cli.WrongUsage, "v.csv has visits: --zones FILE is missing"},
		"report v.csv --entries good.csv --zones park.geojson --by size":    {cli.WrongUsage, "--by: is for encounters and groups, and v.csv has visits"},
		"report v.csv --entries good.csv --zones areas.csv --skip-bad-rows": {cli.Failure, "is not among the zones: another file, or other flags"},
		"report v.csv --entries herd.csv --zones park.geojson":              {cli.Failure, ""},
		"report near.csv --entries herd.csv --zones park.geojson":           {cli.WrongUsage, "--zones: is for visits, and near.csv has encounters"},
		"report pairs.csv --entries good.csv --zones park.geojson":          {cli.Failure, "pairs.csv: its rows are pairs of visits: a page needs visits one by one"},
		"visits good.csv --zones park.geojson --level events":               {cli.WrongUsage, "--out bad.html: is for --level visits; a page shows no events"},
		"visits - --zones park.geojson":                                     {cli.WrongUsage, "a page needs the data twice, and standard input can be read once only"},
		"visits good.csv --zones -":                                         {cli.WrongUsage, "a page needs the data twice, and standard input can be read once only"},
		"visits good.csv --zones park.geojson --with positions":             {cli.WrongUsage, "--with positions: --out bad.html draws positions and speeds itself"},
		"visits good.csv --zones park.geojson --top 2001":                   {cli.WrongUsage, "--top 2001: --out bad.html is a page"},
		"visits good.csv --zones park.geojson --out-format csv":             {cli.WrongUsage, "--out-format csv: --out bad.html is a page by its ending"},
	} {
		if r := invoke(t, "", words("%s --out bad.html", line)...); r.status != want.status || !strings.Contains(r.err, want.why) {
			t.Errorf("%s: %+v", line, r)
		}
	}
	if after := folder(t); after != before {
		t.Errorf("the folder was %s and is %s", before, after)
	}
}
