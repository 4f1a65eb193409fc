package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/inventory"
	"flyby/internal/tier"
)

// placeFiles writes ships that sail along a line of ports, and the ports in many layouts: two rows a port, at the first and the last
// instant of the ships, and one row without a time.
func placeFiles(t *place) {
	t.Helper()
	t.Chdir(t.TempDir())
	stamp := func(minutes int) string {
		return fmt.Sprintf("2024-05-01T%02d:%02d:00Z", minutes/60, minutes%60)
	}
	const last = 20 * 60
	var ships, turned, numbers, two, empty, none, gone, half, again, twice strings.Builder
	ships.WriteString("id,t,lon,lat\n")
	turned.WriteString("id,t,lon,lat\n")
	numbers.WriteString("id,t,x,y\n")
	for _, ship := range []struct {
		id    int
		from  float64
		pause bool
	}{{1, 0, false}, {2, 0.5, true}, {3, 1, false}} {
		for m := 0; m <= last; m += 10 {
			if ship.pause && m > 300 && m < 900 {
				continue // a gap of ten hours
			}
			lon := ship.from + float64(m)/600
			fmt.Fprintf(&ships, "%d,%s,%v,%v\n", ship.id, stamp(m), lon, 0.01*float64(ship.id))
			fmt.Fprintf(&numbers, "%d,%d,%v,%v\n", ship.id, m, lon, 0.01*float64(ship.id))
		}
	}
	two.WriteString("id,t,lon,lat,r\n")
	empty.WriteString("id,t,lon,lat,r\n")
	gone.WriteString("id,lon,lat,r\n")
	none.WriteString("id,t,x,y,r\n")
	for port := range 12 {
		place := fmt.Sprintf("%v,0.02,%v", 0.25*float64(port), 1000+100*port)
		fmt.Fprintf(&two, "p%d,%s,%s\np%d,%s,%s\n", port, stamp(0), place, port, stamp(last), place)
		fmt.Fprintf(&empty, "p%d,,%s\n", port, place)
		fmt.Fprintf(&gone, "p%d,%s\n", port, place)
		fmt.Fprintf(&none, "p%d,,%v,0.02,%v\n", port, 0.25*float64(port), 0.01)
	}
	half.WriteString(strings.Replace(empty.String(), "p3,,", "p3,"+stamp(5)+",", 1))
	again.WriteString(empty.String() + "p3,,9,9,1300\n")
	twice.WriteString(empty.String() + "p3,,0.75,0.02,1300\n")
	for name, b := range map[string]*strings.Builder{
		"ships.csv": &ships, "numbers.csv": &numbers, "two.csv": &two, "ports.csv": &empty, "gone.csv": &gone,
		"plain.csv": &none, "half.csv": &half, "again.csv": &again, "twice.csv": &twice,
	} {
		write(t, name, b.String())
	}
}

// TestPlaces: a file with an empty column t, or without one, has the answer of two rows a place, at the first and the last instant of the
// other file, on either side, in memory and in slabs; and a line reports it. A limit of gaps does not apply to places.
func TestPlaces(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	placeFiles(t)
	for _, c := range []struct{ what, places, two string }{
		{"queries", "--queries ports.csv --entries ships.csv", "--queries two.csv --entries ships.csv"},
		{"entries", "--queries ships.csv --entries ports.csv", "--queries ships.csv --entries two.csv"},
		{"no column", "--queries gone.csv --entries ships.csv --columns t=none", "--queries two.csv --entries ships.csv"},
		{"some rows", "--queries ports.csv --entries ships.csv --where id!=p4", "--queries two.csv --entries ships.csv --where id!=p4"},
		{"some time", "--queries ports.csv --entries ships.csv --from 2024-05-01T03:00:00Z", "--queries two.csv --entries ships.csv --from 2024-05-01T03:00:00Z"},
		{"places of entries", "--queries ships.csv --entries ports.csv --with positions", "--queries ships.csv --entries two.csv --with positions"},
	} {
		for _, level := range []string{"hits", "encounters", "pairs"} {
			if level == "hits" && strings.Contains(c.two, "--with") {
				continue // a hit has no instant at which to compare places
			}
			want := ran(t, words("search %s --lonlat --distance 0 --level %s --quiet", c.two, level)...)
			if strings.Count(want, "\n") < 10 {
				t.Fatalf("%s: few rows\n%s", c.what, want)
			}
			for _, outgrown := range []bool{false, true} {
				for _, further := range []string{"", "--sort-times", "--skip-bad-rows"} {
					if further != "" && level != "encounters" {
						continue
					}
					r := invokeOn(t, streams{outgrown: outgrown}, words("search %s --lonlat --distance 0 --level %s %s", c.places, level, further)...)
					if r.status != cli.OK || r.out != want {
						t.Errorf("%s, %s, outgrown %v, %s: %d %s\n%s\nwant\n%s", c.what, level, outgrown, further, r.status, r.err, r.out, want)
					}
					if n := strings.Count(r.err, " places, at all times\n"); n != 1 {
						t.Errorf("%s: told %d times\n%s", c.what, n, r.err)
					}
				}
			}
		}
	}
}

// TestPlacesHaveNoGap: --max-gap and --max-speed divide the ships, but no port.
func TestPlacesHaveNoGap(on *testing.T) {
	t := beside(on)
	placeFiles(t)
	limit := " --lonlat --distance 0 --level encounters --max-gap 6h --max-speed 500kn"
	r := invoke(t, "", words("search --queries ports.csv --entries ships.csv%s --json", limit)...)
	lines := strings.Split(strings.TrimSpace(r.err), "\n")
	var s summary
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &s); err != nil || r.status != cli.OK || s.QueryPlaces != 12 || s.EntryPlaces != 0 || s.GapAlone != 0 {
		t.Fatalf("%v: %+v, %s", err, s, r.err)
	}
	// The ship with a gap, read as two ships without any limit, meets the same ports.
	split := ""
	for line := range strings.Lines(read(t, "ships.csv")) {
		if after, isSecond := strings.CutPrefix(line, "2,2024-05-01T"); isSecond && after >= "15" {
			line = "22" + line[1:]
		}
		split += line
	}
	write(t, "parted.csv", split)
	want := ran(t, words("search --queries two.csv --entries parted.csv --lonlat --distance 0 --level encounters --quiet")...)
	if got := strings.Count(r.out, "\n"); got != strings.Count(want, "\n") || got < 10 {
		t.Errorf("%d rows, want %d\n%s\n%s", got, strings.Count(want, "\n"), r.out, want)
	}
	for _, flags := range []string{"", " --max-gap 0"} { // flags with which verify recomputes
		write(t, "met.csv", r.out)
		v := invoke(t, "", words("verify met.csv --queries ports.csv --entries ships.csv%s", limit+flags)...)
		if (v.status == cli.OK) != (flags == "") {
			t.Errorf("verify%s: %+v", flags, v)
		}
	}
}

// TestPlacesOfNumbers: places take the kind of times, and the units, of the other file.
func TestPlacesOfNumbers(on *testing.T) {
	t := beside(on)
	placeFiles(t)
	got := ran(t, words("search --queries plain.csv --entries numbers.csv --units km,min --distance 10m --max-gap 1h --level encounters --quiet")...)
	if !strings.HasPrefix(got, "query_traj,entry_traj,t_enter,t_exit") || strings.Count(got, "\n") < 10 {
		t.Errorf("%s", got)
	}
	ran(t, words("convert ships.csv --lonlat --out ships.parquet")...)
	want := ran(t, words("search --queries two.csv --entries ships.csv --lonlat --distance 0 --quiet")...)
	if got := ran(t, words("search --queries ports.csv --entries ships.parquet --lonlat --distance 0 --quiet")...); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestPlacesBesideCurves: motion of the other file is curved, and places need no velocities.
func TestPlacesBesideCurves(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "orbit.csv", "id,t,x,y,vx,vy\n1,0,0,0,1,1\n1,10,10,0,1,-1\n")
	write(t, "place.csv", "id,t,x,y\na,,5,2.5\n")
	for curve, want := range map[string]int{"": 1, " --curve 0.001": 2} { // 2.5 above the chord, on the cubic
		got := ran(t, words("search --queries place.csv --entries orbit.csv --distance 0.1 --level encounters%s", curve)...)
		if strings.Count(got, "\n") != want {
			t.Errorf("%s: %s", curve, got)
		}
	}
}

// TestPlacesRefused: faulty files of places, and places where a command takes none, are refused.
func TestPlacesRefused(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	placeFiles(t)
	for _, c := range []struct{ command, want string }{
		{"search --queries half.csv --entries ships.csv --lonlat --distance 0", `half.csv:2: column t: "": `},
		{"search --queries again.csv --entries ships.csv --lonlat --distance 0", `again.csv:14: column id: "p3": repeated id`},
		{"search --queries ports.csv --entries gone.csv --lonlat --distance 0 --columns t=none", "gone.csv and ports.csv have no times"},
		{"search --queries ports.csv --entries ports.csv --lonlat --distance 0", "ports.csv and ports.csv have no times"},
		{"join ports.csv --lonlat --distance 0", "ports.csv: 12 places, without times: places are for search, beside a file with times"},
		{"convoys ports.csv --lonlat --distance 1 --min-size 2 --min-duration 1", "ports.csv: 12 places, without times: places are for search"},
		{"at --entries ports.csv --lonlat --time 0", "ports.csv: 12 places, without times: places are for search"},
		{"convert ports.csv --lonlat", "ports.csv: 12 places, without times: places are for search"},
		{"search --queries gone.csv --entries ships.csv --lonlat --distance 0", `gone.csv:1: no time in "id", "lon", "lat", "r"; `},
		{"search --queries two.csv --entries ships.csv --lonlat --distance 0 --columns t=none", "--columns t=none: is for a search with a file without a column t, and there is none"},
		{"search --queries ports.csv --entries numbers.csv --distance 0 --columns t=none,x=lno,y=lat", "numbers.csv:1: no column lno"},
		{"search --queries ports.csv --entries numbers.csv --distance 0 --columns t=none,x=lon,y=lat", "numbers.csv:1: no column lon"},
	} {
		for _, outgrown := range []bool{false, true} {
			r := invokeOn(t, streams{outgrown: outgrown}, strings.Fields(c.command)...)
			if r.status == cli.OK || !strings.Contains(r.err, c.want) {
				t.Errorf("%s, outgrown %v: %d\n%s\nwant %s", c.command, outgrown, r.status, r.err, c.want)
			}
		}
	}
	// Bad rows are left out one by one.
	want := ran(t, words("search --queries two.csv --entries ships.csv --lonlat --distance 0 --quiet")...)
	for _, name := range []string{"again.csv", "twice.csv"} {
		for _, outgrown := range []bool{false, true} {
			r := invokeOn(t, streams{outgrown: outgrown}, words("search --queries %s --entries ships.csv --lonlat --distance 0 --skip-bad-rows", name)...)
			if r.out != want || !strings.Contains(r.err, "left out 1 of 13 rows") {
				t.Errorf("%s, outgrown %v: %+v\nwant\n%s", name, outgrown, r, want)
			}
		}
	}
	// A row with a time makes the rows without a time bad.
	r := invoke(t, "", words("search --queries half.csv --entries ships.csv --lonlat --distance 0 --skip-bad-rows")...)
	if !strings.Contains(r.err, "left out 11 of 12 rows") {
		t.Errorf("%+v", r)
	}
}

// TestInfoOfPlaces: info reports that a file has places.
func TestInfoOfPlaces(on *testing.T) {
	t := beside(on)
	placeFiles(t)
	for _, c := range []string{"info ports.csv --lonlat", "info gone.csv --lonlat --columns t=none"} {
		if got := ran(t, strings.Fields(c)...); !strings.Contains(got, "12 places, at all times of the other file of a search") || strings.Contains(got, "1970") {
			t.Errorf("%s", got)
		}
		var f inventory.Facts
		if err := json.Unmarshal([]byte(ran(t, strings.Fields(c+" --json")...)), &f); err != nil || f.Places != 12 {
			t.Errorf("%v: %+v", err, f)
		}
	}
}

// TestPlacesBesideUnits: places take their instants from the other file, whatever its unit of time: the answer equals the answer of two
// rows a place.
func TestPlacesBesideUnits(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	const header = "id,t,x,y\n"
	for _, c := range []struct{ units, from, to string }{
		{"m,s,t=min", "600000", "660000"}, {"m,s,t=unixms", "-660000", "-600000"}, {"m,s,t=unix", "600", "660"},
	} {
		write(t, "ships.csv", header+"a,"+c.from+",-5,0\na,"+c.to+",5,0\n")
		places, two := header, header
		for i, id := range []string{"p", "q", "r"} {
			places += fmt.Sprintf("%s,,%d,0\n", id, 2*i-5)
			two += fmt.Sprintf("%s,%s,%d,0\n%[1]s,%[4]s,%[3]d,0\n", id, c.from, 2*i-5, c.to)
		}
		write(t, "places.csv", places)
		write(t, "two.csv", two)
		search := words("search --entries ships.csv --distance 1 --level encounters --quiet --units %s --queries", c.units)
		want := ran(t, with(search, "two.csv")...)
		for _, outgrown := range []bool{false, true} {
			if r := invokeOn(t, streams{outgrown: outgrown}, with(search, "places.csv")...); r.status != cli.OK || r.out != want || strings.Count(want, "\n") != 4 {
				t.Errorf("%s, outgrown %t: %d\n%s%swant\n%s", c.units, outgrown, r.status, r.out, r.err, want)
			}
		}
	}
}
