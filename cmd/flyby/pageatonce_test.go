package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// uncut returns a page without what a file of rows does not say: that they are the closest or the first of more.
func uncut(page string) string {
	return regexp.MustCompile("the (closest|first) ([0-9]+) of [0-9,]+|<li>Figures are of [^<]*</li>\n").ReplaceAllString(page, "$2")
}

// TestPageAtOnce: every search writes the page that flyby report makes of its rows in Parquet, up to the page's title,
// of data in memory and not.
func TestPageAtOnce(on *testing.T) {
	t := beside(on)
	inputs(t)
	herd(t, "herd.csv", 30)
	herd(t, "flock.csv", 9)
	write(t, "places.csv", "id,t,x,y\np,,1,1\nq,,2,3\n")
	for _, c := range []struct{ command, files, asks, called string }{
		{"join", "--entries herd.csv --distance 1", "", "join of herd.csv"},
		{"join", "--entries herd.csv --distance 1", "--level pairs --top 5", "join of herd.csv"},
		{"join", "--entries herd.csv --distance 1", "--limit 3 --having d_min>0.1", "join of herd.csv"},
		{"join", "--entries herd.csv --distance 1", "--merge-gap 2 --with speeds --having query_speed>=0", "join of herd.csv"},
		{"join", "--entries herd.csv --distance 1m --units m,s --units-out km,km/h", "", "join of herd.csv"},
		{"join", "--entries herd.csv --distance 0", "", "join of herd.csv"},
		{"join", "--entries lifts.csv --distance 5", "--vertical <2", "join of lifts.csv"},
		{"search", "--entries herd.csv --queries flock.csv --distance 1 --max-gap 15", "--from 1 --exclude-same-id", "search of herd.csv with flock.csv"},
		{"search", "--entries herd.csv --queries places.csv --distance 2", "", "search of herd.csv with places.csv"},
	} {
		line := c.files + " " + c.asks
		for _, apart := range []string{c.command + " " + line + " --device cpu --out near.parquet", "report near.parquet " + c.files + " --out apart.html"} {
			if r := invoke(t, "", words("%s --quiet", apart)...); r.status != cli.OK {
				t.Fatalf("%s: %+v", apart, r)
			}
		}
		apart := strings.ReplaceAll(read(t, "apart.html"), ">near.parquet: ", ">"+c.called+": ")
		if !strings.Contains(apart, "<title>"+c.called+": ") {
			t.Errorf("%s %s: no title", c.command, line)
		}
		for _, s := range []streams{{}, {outgrown: true}} {
			before := folder(t)
			r := invokeOn(t, s, words("%s %s --quiet --device cpu --memory 4GB --tmp . --out once.html", c.command, line)...)
			if r.status != cli.OK || r.out != "" || uncut(read(t, "once.html")) != uncut(apart) {
				t.Errorf("%s %s: %+v, a page of %d bytes and not %d", c.command, line, r, len(read(t, "once.html")), len(apart))
			}
			os.Remove(t.at("once.html"))
			if after := folder(t); after != before {
				t.Errorf("%s %s leaves %s, where there was %s", c.command, line, after, before)
			}
		}
	}
}

// TestPageAtOnceShowsTop: a page shows as many rows as --top keeps, more than a page shows by itself, too, and its title and standard error say the same
// numbers: of how many rows these are the closest or the first.
func TestPageAtOnceShowsTop(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	herd(t, "herd.csv", 30)
	herd(t, "flock.csv", 9)
	said := regexp.MustCompile("flyby: the (?:[0-9,]+ closest|first [0-9,]+) of ([0-9,]+) ")
	write(t, "zones.csv", "zone_id,wkt\nyard,\"POLYGON((-99 -99,99 -99,99 99,-99 99,-99 -99))\"\n")
	for _, c := range []struct {
		line  string
		shown int
		title string // $1: the number of all rows
	}{
		{"join herd.csv --distance 30 --top 300", 300, "join of herd.csv: the closest 300 of $1 encounters"},
		{"join herd.csv --distance 30 --level pairs --top 250", 250, "join of herd.csv: the closest 250 of $1 pairs"},
		{"join herd.csv --distance 30 --top 7", 7, "join of herd.csv: the closest 7 of $1 encounters"},
		{"join herd.csv --distance 30 --limit 7", 7, "join of herd.csv: the first 7 of $1 encounters"},
		{"join herd.csv --distance 30 --limit 300", 200, "join of herd.csv: the closest 200 of the first 300 of $1 encounters"},
		{"join herd.csv --distance 1 --top 2000", 0, "join of herd.csv: $1 encounters"},
		{"search --entries herd.csv --queries flock.csv --distance 30 --top 6", 6, "search of herd.csv with flock.csv: the closest 6 of $1 encounters"},
		{"visits herd.csv --zones zones.csv --top 5", 5, "visits of herd.csv: the closest 5 of $1 visits"},
	} {
		r := invoke(t, "", words("%s --out x.html", c.line)...)
		page, all := read(t, "x.html"), said.FindStringSubmatch(r.err)
		if r.status != cli.OK || all == nil {
			t.Fatalf("%s: %+v", c.line, r)
		}
		rows := min(c.shown, 200) // further rows are packed
		if title := strings.ReplaceAll(c.title, "$1", all[1]); !strings.Contains(page, "<title>"+title+"</title>") {
			t.Errorf("%s: the title is not %s; %s", c.line, title, r.err)
		}
		if c.shown > 0 && (strings.Count(page, "<tr ") != rows || strings.Contains(page, `id="rows"`) != (c.shown > rows)) {
			t.Errorf("%s: another number of rows than %d", c.line, c.shown)
		}
	}
}

// TestPageWithNames: columns of --with name the objects of a page, at once and of a file that has the columns, of data in memory and not.
func TestPageWithNames(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "boats.csv", "id,t,x,y,name,length\n1,0,0,0,Kama,45\n1,10,10,0,Kama,45\n2,0,10,1,Volga,80\n2,10,0,1,Volga,80\n3,0,5,2,,\n3,10,5,2,,\n")
	must(t, words("join boats.csv --distance 3 --device cpu --with name,length --out near.parquet")...)
	must(t, words("report near.parquet --entries boats.csv --distance 3 --quiet --out apart.html")...)
	for _, s := range []streams{{}, {outgrown: true}} {
		if r := invokeOn(t, s, words("join boats.csv --distance 3 --device cpu --with name,length --memory 4GB --tmp . --quiet --out once.html")...); r.status != cli.OK {
			t.Fatalf("%+v", r)
		}
		page := read(t, "once.html")
		if page != strings.ReplaceAll(read(t, "apart.html"), ">near.parquet: ", ">join of boats.csv: ") {
			t.Error("another page than of the file")
		}
		for _, want := range []string{`data-query="1" data-entry="2"`, `<td title="1, length 45">Kama</td><td title="2, length 80">Volga</td>`, `<td>3</td>`, "Names are of the column name, ids where it is empty"} {
			if !strings.Contains(page, want) {
				t.Errorf("the page does not say %s", want)
			}
		}
	}
}

// TestPageAtOnceRefused: flags that exclude a page are wrong usage before any input is read, and leave no file.
func TestPageAtOnceRefused(on *testing.T) {
	t := beside(on)
	inputs(t)
	write(t, "points.csv", "x,y\n0,0\n1,1\n2,2\n")
	before := folder(t)
	for line, why := range map[string]string{
		"join - --distance 1 --out x.html":                                                               "a page needs the data twice, and standard input can be read once only",
		"search --entries good.csv --queries /dev/stdin --distance 1 --out x.html":                       "a page needs the data twice, and standard input can be read once only",
		"join /dev/null --in-format csv --distance 1 --out x.html":                                       "a page needs the data twice, and FILE /dev/null can be read once only",
		"join good.csv --distance 1 --out X.HTML --level hits":                                           "--out X.HTML: is for --level encounters and --level pairs; a page shows no hits",
		"join good.csv --distance 1 --out x.html --level objects":                                        "a page shows no objects",
		"join good.csv --distance 1 --out x.html --with speeds":                                          "--with speeds: --out x.html draws positions and speeds itself",
		"join good.csv --distance 1 --out x.html --with both --having d_min<1":                           "--with both: --out x.html draws positions and speeds itself",
		"join good.csv --distance 1 --out x.html --geometry point":                                       "--geometry point: is for --out FILE.parquet",
		"join good.csv --distance 1 --out x.html --count":                                                "--count and --out",
		"join good.csv --distance 1 --out x.html --out-format csv":                                       "--out-format csv: --out x.html is a page by its ending",
		"join good.csv --distance 1 --out x.html --tmp-limit 1GB":                                        "--tmp-limit: is not for --out x.html",
		"join good.csv --distance 1 --out good.html.gz":                                                  "; .html for a page)",
		"search --entries good.csv --queries good.csv --distance 1 --out x.doc":                          "; .html for a page)",
		"join good.csv --distance 1 --out - --out-format html":                                           `--out-format "html": must be csv`,
		"join good.csv --distance 1 --out x.html --top 2001":                                             "--top 2001: --out x.html is a page, which shows 2,000 rows at most",
		"slab merge work --out x.html":                                                                   "pages are of encounters, pairs, neighbours, groups, visits and clusters",
		"convert good.csv --out x.html":                                                                  "pages are of encounters, pairs, neighbours, groups, visits and clusters",
		"slab plan --entries good.csv --distance 1 --dir work --slabs 2 --out x.html":                    "--out: is for flyby slab merge",
		"selfjoin --points points.csv --eps 1 --out x.html":                                              "pages are of encounters, pairs, neighbours, groups, visits and clusters",
		"search --entries good.csv --queries good.csv --distance 1 --out x.html --with positions,speeds": "--with positions,speeds: --out x.html draws",
	} {
		if r := invoke(t, "", words("%s", line)...); r.status != cli.WrongUsage || !strings.Contains(r.err, why) || strings.Count(r.err, "\n") != 1 {
			t.Errorf("%s: %+v", line, r)
		}
	}
	if after := folder(t); after != before {
		t.Errorf("the folder was %s and is %s", before, after)
	}
}

// TestPageAtOnceFails: an error, before the rows are found or after, leaves neither a page nor rows that wait for one.
func TestPageAtOnceFails(on *testing.T) {
	t := beside(on)
	inputs(t)
	write(t, "cut.csv", "id,t,x,y\n1,0,0,0\n1,1,0")
	if err := os.Mkdir(t.at("taken.html"), 0o777); err != nil {
		t.Fatal(err)
	}
	before := folder(t)
	for _, line := range []string{"cut.csv --distance 1 --out x.html", "good.csv --distance 1 --out taken.html", "good.csv --distance 1 --out none/x.html"} {
		if r := invoke(t, "", words("join %s --tmp . --device cpu", line)...); r.status != cli.Failure || r.err == "" {
			t.Errorf("%s: %+v", line, r)
		}
	}
	if after := folder(t); after != before {
		t.Errorf("the folder was %s and is %s", before, after)
	}
}

// TestPageAtOnceReportsOnce: of two readings of the data one is reported, and the summary of --json is the last line,
// once.
func TestPageAtOnceReportsOnce(on *testing.T) {
	t := beside(on)
	inputs(t)
	lines := strings.Split(strings.TrimSpace(invoke(t, "", words("join good.csv --distance 100 --out x.html --device cpu --json")...).err), "\n")
	if all := strings.Join(lines, "\n"); strings.Count(all, `"type":"summary"`) != 1 || !strings.Contains(lines[len(lines)-1], `"out":"x.html"`) {
		t.Errorf("%s", all)
	}
	r := invoke(t, "", words("join lifts.csv --distance 100 --out x.html --device cpu --verbose")...)
	if strings.Count(r.err, "x.html: join of lifts.csv: ") != 1 || strings.Count(r.err, "lifts.csv: id") > 1 {
		t.Errorf("%+v", r)
	}
}

// TestPageAtOnceExplained: --explain tells how the rows would be found, and writes no file.
func TestPageAtOnceExplained(on *testing.T) {
	t := beside(on)
	inputs(t)
	before := folder(t)
	must(t, words("join good.csv --distance 1 --out x.html --tmp . --device cpu --explain")...)
	if after := folder(t); after != before {
		t.Errorf("the folder was %s and is %s", before, after)
	}
}
