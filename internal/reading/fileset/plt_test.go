package fileset

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"flyby/trajectory/format"
)

// geoLife is the header of a track of GeoLife, as the data set of 2012 has it.
const geoLife = "Geolife trajectory\r\nWGS 84\r\nAltitude is in Feet\r\nReserved 3\r\n0,2,255,My Track,0,0,2,8421376\r\n0\r\n"

func TestReadPLT(t *testing.T) {
	const a, b = "39.984702,116.318417,0,492,39744.1201851852,2008-10-23,02:53:04\r\n", "39.984683,116.31845,0,491.5,39744.1202546296,2008-10-23,02:53:10\r\n"
	const none = "39.984686,116.318417,0,-777,39744.1203125,2008-10-23,02:53:15"
	times := func(z1, z2 string) string {
		return "id,t,lon,lat" + map[bool]string{true: ",z"}[z1 != ""] + "\nID,2008-10-23T02:53:04Z,116.318417,39.984702" + z1 + "\nID,2008-10-23T02:53:10Z,116.31845,39.984683" + z2 + "\n"
	}
	for _, c := range []struct {
		name, file, text string
		options          format.Options
		want             string
	}{
		{"feet", "20081023025304.plt", geoLife + a + b, format.Options{}, strings.ReplaceAll(times(",149.9616", ",149.8092"), "ID", "20081023025304")},
		{"no heights", "007.plt", geoLife + none, format.Options{}, "id,t,lon,lat\n007,2008-10-23T02:53:15Z,116.318417,39.984686\n"},
		{"heights left out", "a.PLT", geoLife + a + b, format.Options{Height: format.NoHeight}, strings.ReplaceAll(times("", ""), "ID", "a")},
		{"some heights", "a.plt", geoLife + a + b + none + "\n\n", format.Options{Height: format.NoHeight, ID: "000/a"},
			strings.ReplaceAll(times("", ""), "ID", "000/a") + "000/a,2008-10-23T02:53:15Z,116.318417,39.984686\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			wantSame(t, c.file, c.text, c.options, c.want, format.Options{Reading: format.Reading{LonLat: true}})
		})
	}
}

func TestReadPLTErrors(t *testing.T) {
	const good = "1,2,0,-777,39744,2008-10-23,02:53:15\n"
	wantFaults(t, "a.plt", format.Options{}, []badFile{
		{"", "a.plt: empty file"},
		{geoLife, "a.plt: no rows after the header"},
		{geoLife[:40], "a.plt: truncated: 3 lines of a header of 6"},
		{"OziExplorer Track Point File Version 2.1\n", "a.plt:1: a track of OziExplorer, not of GeoLife; convert it to GPX"},
		{"id,t,x,y\n1,2,3,4\n", `a.plt:1: not a track of GeoLife, which begins with "Geolife trajectory"`},
		{"\x1f\x8b...", "a.plt: this is a gzip archive, which is read from a file whose name ends in .gz"},
	})
	wantBadRows(t, "a.plt", format.Options{}, 1, []badFile{
		{geoLife + good + "1,2,0,-777,39744,2008-10-23\n", "a.plt:8: 6 columns where GeoLife has 7"},
		{geoLife + good + "1,x,0,-777,39744,2008-10-23,02:53:16\n", `a.plt:8: column longitude: "x": not a number`},
		{geoLife + good + "1,400,0,-777,39744,2008-10-23,02:53:16\n", `a.plt:8: column longitude: "400": longitude outside -180 to 360 degrees`},
		{geoLife + good + "400.166666666667,2,0,-777,39744,2008-10-23,02:53:16\n", `a.plt:8: column latitude: "400.166666666667": latitude outside -90 to 90 degrees`},
		{geoLife + good + "1,2,0,,39744,2008-10-23,02:53:16\n", `a.plt:8: column altitude: "": missing`},
		{geoLife + good + "1,2,0,30,39744,2008-10-23,02:53:16\n", `a.plt:8: column altitude: "30": there, but the first row, of line 7, has none; --height none leaves heights out`},
		{geoLife + strings.Replace(good, "-777", "30", 1) + strings.Replace(good, ":15", ":16", 1), `a.plt:8: column altitude: "-777": missing, but the first row, of line 7, has it; --height none leaves heights out`},
		{geoLife + good + "1,2,0,-777,39744,2008-13-23,02:53:16\n", `a.plt:8: column date,time: "2008-13-23,02:53:16": no such date`},
		{geoLife + good + strings.Replace(good, ",0,-777", "5,0,-777", 1), `a.plt:8: column time: "2008-10-23T02:53:15Z": repeated time within its trajectory`},
	})
}

// TestPLTFeet: feet become metres as rational numbers do, rounded once.
func TestPLTFeet(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 8))
	texts := []string{"0", "-0.5", "+7", "492.125984251969", "1000000", "-1400.25", "1234567890.1234567", "0.00000000000000000001", " 3 "}
	for range 5_000 {
		texts = append(texts, strconv.FormatFloat((r.Float64()-0.1)*40_000, 'f', r.IntN(13), 64))
	}
	track, rows := strings.Builder{}, strings.Builder{}
	track.WriteString(geoLife)
	rows.WriteString("id,t,lon,lat,z\n")
	for i, text := range texts {
		feet, ok := new(big.Rat).SetString(strings.TrimSpace(text))
		if !ok {
			t.Fatal(text)
		}
		metres, _ := feet.Mul(feet, big.NewRat(3048, 10000)).Float64()
		clock := fmt.Sprintf("%02d:%02d:%02d", i/3600, i/60%60, i%60)
		fmt.Fprintf(&track, "40,116,0,%s,39744,2008-10-23,%s\n", text, clock)
		fmt.Fprintf(&rows, "a,2008-10-23T%sZ,116,40,%v\n", clock, metres)
	}
	wantSame(t, "a.plt", track.String(), format.Options{}, rows.String(), format.Options{Reading: format.Reading{LonLat: true}})
}

func FuzzPLT(f *testing.F) {
	f.Add([]byte(geoLife + "39.984702,116.318417,0,492,39744.1201851852,2008-10-23,02:53:04\r\n"))
	f.Add([]byte(geoLife + "1,2,0,-777,39744,2008-10-23,02:53:16\n1,2,0,-777,39744,2008-10-23,02:53:17"))
	fuzzReader(f, "fuzz.plt", format.Options{}, format.Options{Reading: format.Reading{SkipBadRows: true}}, format.Options{Height: format.NoHeight, Reading: format.Reading{SkipBadRows: true}})
}
