package main

import (
	"context"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/reading/fileset"
)

// TestForeignCommands: each name by which users of other tools call a command leads to an existing command, and is not itself the
// name of one.
func TestForeignCommands(t *testing.T) {
	root := newApp(context.Background(), streams{}).command()
	for name, door := range doors() {
		if c, _, err := root.Find([]string{name}); err == nil && c != root {
			t.Errorf("%s is a command", name)
		}
		words := strings.Fields(door)
		c, _, err := root.Find(words[:1])
		if err != nil || c == root {
			t.Errorf("%s: no command %s", name, words[0])
			continue
		}
		if err := c.ParseFlags(words[1:]); err != nil {
			t.Errorf("%s: %v", door, err)
		}
	}
}

// TestForeignFlags: each flag of other tools leads to a flag that a command has.
func TestForeignFlags(t *testing.T) {
	root := newApp(context.Background(), streams{}).command()
	for name, all := range foreignFlags() {
		led := false
		for _, c := range root.Commands() {
			led = led || c.Flags().Lookup(name) == nil && flagHere(c, name) != ""
		}
		if !led {
			t.Errorf("--%s: no command has one of %v", name, all)
		}
	}
}

// TestCommandBehindFlags: a command is found behind flags, with and without values, and the first word that is no command is
// reported, in any place.
func TestCommandBehindFlags(on *testing.T) {
	t := beside(on)
	inputs(t)
	join := must(t, "join", "good.csv", "--distance", "1", "--level", "pairs")
	for _, line := range []string{
		"--distance 1 join good.csv --level pairs", "--distance=1 --level pairs join good.csv", "--quiet --distance 1 join --level pairs good.csv",
		"--quiet join good.csv --distance 1 --level pairs", "-o - join good.csv --distance 1 --level pairs",
	} {
		if r := invoke(t, "", strings.Fields(line)...); r.status != cli.OK || r.out != join {
			t.Errorf("%s: status %d, %q, %q", line, r.status, r.out, r.err)
		}
	}
	for line, want := range map[string]string{
		"--json encounters good.csv":         `unknown command \"encounters\": is it join --level encounters?`,
		"encounters --help":                  `unknown command "encounters": is it join --level encounters?`,
		"-d 1 --eps 2 contacts good.csv":     `unknown command "contacts": is it join --level encounters?`,
		"--bogus nothing":                    `unknown command "nothing" (`,
		"--quiet join good.csv --bogus":      "unknown flag: --bogus (see flyby join --help)",
		"--bogus":                            "unknown flag: --bogus (see flyby --help)",
		"join good.csv -qd 1":                "'q' in -qd: is it --quiet?",
		"info good.csv --format json":        "--format: is it --json?",
		"knn --points good.csv --k 3":        "--k: is it --neighbours?",
		"selfjoin --points good.csv -r 3":    "'r' in -r: is it --eps?",
		"selfjoin --points good.csv --out":   "flag needs an argument: --out",
		"dbscan --points good.csv --radius=": "--eps is the distance of two",
		"search --output a":                  "--output: is it --out?",
	} {
		if r := invoke(t, "", strings.Fields(line)...); r.status != cli.WrongUsage || !strings.Contains(r.err, want) || r.out != "" {
			t.Errorf("%s: status %d, %q, want %q", line, r.status, r.err, want)
		}
	}
}

// TestSkipHint: an error about a row without a value, masked or NaN, or with a repeated time of its trajectory names
// --skip-bad-rows in every format, in memory and beyond, and no other error does.
func TestSkipHint(on *testing.T) {
	t := beside(on)
	inputs(t)
	stars := read(t, "stars.fits")
	write(t, "mask.fits", stars[:5812]+"\x7f\xf8\x00\x00\x00\x00\x00\x00"+stars[5820:]) // x of the second row is NaN
	write(t, "mask.ecsv", strings.Replace(read(t, "stars.ecsv"), "1 1.0 1.0", `1 1.0 ""`, 1))
	table, rows := `<VOTABLE><RESOURCE><TABLE><FIELD name="id" datatype="int"/><FIELD name="t" datatype="double"/><FIELD name="x" datatype="double"/><FIELD name="y" datatype="double"/><DATA><TABLEDATA>`, "<TR><TD>1</TD><TD>0</TD><TD>0</TD><TD>0</TD></TR><TR><TD>1</TD><TD>1</TD><TD/><TD>0</TD></TR>"
	write(t, "mask.vot", table+rows+"</TABLEDATA></DATA></TABLE></RESOURCE></VOTABLE>")
	write(t, "twice.csv", "id,t,x,y\n1,0,0,0\n1,0,1,0\n1,1,2,0\n")
	write(t, "late.csv", "id,t,x,y\n1,0,0,0\n1,1,0,0\n1,0,1,0\n")
	must(t, "convert", "good.csv", "--out", "good.parquet")
	const hint = "; --skip-bad-rows leaves such rows out\n"
	for line, want := range map[string]string{
		"mask.fits":               "mask.fits: row 2: column x: \"NaN\": not a finite number" + hint,
		"mask.ecsv":               "mask.ecsv:12: column x: \"\": missing" + hint,
		"mask.vot":                "mask.vot:1: column x: \"\": missing" + hint,
		"twice.csv":               "twice.csv:3: column t: \"0\": repeated time within its trajectory" + hint,
		"twice.csv --sort-times":  "twice.csv:3: column t: \"0\": repeated time within its trajectory" + hint,
		"good.csv queries.csv":    "trajectory 2 is at another place at this time in good.csv:5" + hint,
		"late.csv":                "; --sort-times puts rows in order\n",
		"word.csv":                "not a number\n",
		"nosuch.csv":              "no such file or directory\n",
		"mask.fits --max-gap 1km": "is no unit of time",
	} {
		for _, outgrown := range []bool{false, true} {
			args := append([]string{"join", "--distance", "1"}, strings.Fields(line)...)
			r := invokeOn(t, streams{outgrown: outgrown}, args...)
			if got := strings.Contains(r.err, want); r.status == cli.OK || !got || strings.Contains(r.err, hint) != strings.HasSuffix(want, hint) {
				t.Errorf("%s, outgrown %v: status %d, %q, want %q", line, outgrown, r.status, r.err, want)
			}
		}
	}
	if r := invoke(t, "", "join", "mask.vot", "--distance", "1", "--skip-bad-rows"); r.status != cli.OK || !strings.Contains(r.err, "left out 1 of 2 rows") {
		t.Errorf("mask.vot, skipped: %d, %q", r.status, r.err)
	}
}

// TestForeignFiles: the errors for formats that are not read, and for messages of CCSDS in XML, name the format to use in their place and what makes it, and
// the error for other XML is the general one.
func TestForeignFiles(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	for _, name := range []string{"walk.xml", "my walk.xml", "walk.kml", "walk.kml.gz", "a b.gpkg", "book.xlsx", "grid.nc"} {
		write(t, name, `<?xml version="1.0"?>`+"\n"+`<kml xmlns="http://www.opengis.net/kml/2.2"><Document/></kml>`)
	}
	write(t, "orbit.xml", `<?xml version="1.0"?>`+"\n"+`<oem id="CCSDS_OEM_VERS" version="2.0"><header/></oem>`)
	write(t, "orbits.xml", `<ndm xmlns:xsi="x"><opm/></ndm>`)
	write(t, "spaced.xml", `<n:oem xmlns:n="x"/>`)
	write(t, "other.xml", `<other/>`)
	const kml = "GPX is read, which GPSBabel makes of KML: gpsbabel -i kml -f "
	for name, want := range map[string]string{
		"walk.xml":    "walk.xml:2: this is KML: " + kml + "walk.xml -o gpx -F walk.gpx\n",
		"my walk.xml": kml + "'my walk.xml' -o gpx -F 'my walk.gpx'\n",
		"walk.kml":    "; - for CSV): " + kml + "walk.kml -o gpx -F walk.gpx (see flyby info --help)\n",
		"walk.kml.gz": kml + "walk.kml -o gpx -F walk.gpx, once it is unpacked",
		"orbit.xml":   "orbit.xml: no <stateVector> after any <metadata>\n",
		"spaced.xml":  "spaced.xml: no <stateVector> after any <metadata>\n",
		"orbits.xml":  "orbits.xml:1: these are messages of CCSDS in XML (NDM), of which OEM and OMM are read\n",
		"a b.gpkg":    "CSV is read, which GDAL makes of layers of points: ogr2ogr -f CSV -lco GEOMETRY=AS_XY 'a b.csv' 'a b.gpkg' (see",
		"book.xlsx":   "CSV is read, which LibreOffice makes of spreadsheets: soffice --headless --convert-to csv book.xlsx (see",
		"grid.nc":     `Parquet is read, which xarray makes of NetCDF, in Python: xarray.open_dataset("grid.nc").to_dataframe().reset_index().to_parquet("grid.parquet") (see`,
		"other.xml":   "other.xml: no <vehicle> or <person> in any <timestep>: not floating-car data of SUMO\n",
	} {
		if r := invoke(t, "", "info", name); r.status == cli.OK || !strings.Contains(r.err, want) {
			t.Errorf("%s: status %d, %q, want %q", name, r.status, r.err, want)
		}
	}
	if got := fileset.Foreign("walk.csv"); got != "" {
		t.Errorf("walk.csv: %q", got)
	}
}
