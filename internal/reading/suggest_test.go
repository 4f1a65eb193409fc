package reading

import (
	"strings"
	"testing"

	"flyby/trajectory/format"
)

// TestLacking: an error names missing columns once, and suggests only options that are not already set.
func TestLacking(t *testing.T) {
	columns := func(s string) map[string]string {
		m, err := format.ParseColumns(s)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	rows := func(cells ...string) GlanceFunc {
		return func(column int) Glance { return Glance{Cells: []string{cells[column]}} }
	}
	for _, c := range []struct {
		names string
		o     Options
		first GlanceFunc
		lacks string
		try   string
	}{
		{"id t x", Options{}, nil, "y", "--columns y=NAME (left to say: a column for each NAME)"},
		{"id t x", Options{Options: format.Options{Reading: format.Reading{LonLat: true}}}, nil, "y or lat", "--columns y=NAME (left to say: a column for each NAME)"},
		{"id t lat", Options{Options: format.Options{Reading: format.Reading{LonLat: true}}}, nil, "x or lon", "--columns x=NAME (left to say: a column for each NAME)"},
		{"ship b c d", Options{Options: format.Options{Columns: columns("id=ship")}}, nil, "time and place", "--columns id=ship,t=NAME,x=NAME,y=NAME (left to say: a column for each NAME)"},
		{"a b c d", Options{}, nil, "id, time and place", "--columns id=NAME,t=NAME,x=NAME,y=NAME (left to say: a column for each NAME)"},
		{"vehicle time x y", Options{}, nil, "id and time", "--columns id=vehicle,t=time"},
		{"name vehicle t x y", Options{}, nil, "id", "--columns id=vehicle"},
		{"name t x y", Options{}, nil, "id", "--columns id=name"},
		{"Source-ID t x y", Options{}, nil, "id", "--columns id=Source-ID"},
		{"trackId t x y", Options{}, nil, "id", "--columns id=trackId"},
		{"icao24 imei t x y", Options{}, nil, "id", "--columns id=icao24"},
		{"individual-local-identifier t x y", Options{}, nil, "id", "--columns id=individual-local-identifier"},
		{"mmsi mmsi t x y", Options{}, nil, "id", "--columns id=NAME (left to say: a column for each NAME)"},
		{"id Date_Time x y", Options{}, nil, "time", "--columns t=Date_Time"},
		{"id ts date x y", Options{}, nil, "time", "--columns t=date"},
		{"id t lng lat", Options{}, nil, "place", "--lonlat --columns x=lng"},
		{"id t long latitude", Options{}, nil, "place", "--lonlat --columns x=long,y=latitude"},
		{"id t easting northing", Options{}, nil, "place", "--columns x=easting,y=northing"},
		{"id t easting northing", Options{Options: format.Options{Reading: format.Reading{LonLat: true}}}, nil, "place", "--columns x=NAME,y=NAME (left to say: a column for each NAME)"},
		{"id t easting northing lng lat", Options{Options: format.Options{Reading: format.Reading{LonLat: true}}}, nil, "x or lon", "--columns x=lng"},
		{"id lon lat time", Options{Options: format.Options{Columns: columns("id=lat")}}, nil, "time and place", "--columns id=lat,t=time,x=NAME,y=NAME (left to say: a column for each NAME)"},
		{"ship time lon lat", Options{Options: format.Options{Columns: columns("id=ship,z=lat")}}, nil, "time and place", "--columns id=ship,t=time,x=NAME,y=NAME,z=lat (left to say: a column for each NAME)"},
		{"id epoch lon lat", Options{Options: format.Options{Columns: columns("t=none")}}, nil, "time and place", "--lonlat --columns t=epoch"},
		{"vehicle lon lat", Options{Options: format.Options{Places: &format.Places{}}}, nil, "id and place", "--lonlat --columns id=vehicle"},
		{"id time x y", Options{}, rows("1", "2024-05-01T10:00:00Z", "", ""), "time", "--columns t=time"},
		{"id time x y", Options{}, rows("1", "2024-05-01", "", ""), "time", "--tz UTC --columns t=time"},
		{"id time x y", Options{}, rows("1", "10:00", "", ""), "time", `--columns t=time (left to say: column time holds "10:00", which is no time; --time-layout says how times are written)`},
		{"id time x y", Options{}, rows("1", "", "", ""), "time", "--columns t=time"},
		{"id time x y", Options{}, rows("1", "20240501", "", ""), "time", "--columns t=time"},
		{"id time x y", Options{}, rows("1", "1.714557e9", "", ""), "time", "--units t=unix --columns t=time"},
		{"id time x y", Options{Options: format.Options{Units: format.Units{Time: "s"}}}, rows("1", "1714557627656", "", ""), "time", "--units ,s,t=unixms --columns t=time"},
		{"id time x y", Options{Options: format.Options{Units: format.Units{Length: "km"}, ColumnUnits: map[string]string{"z": "ft"}}}, rows("1", "1714557627", "", ""), "time", "--units km,z=ft,t=unix --columns t=time"},
		{"id time x y", Options{Options: format.Options{Units: format.Units{Time: "mjd"}}}, rows("1", "1714557627", "", ""), "time", "--columns t=time"},
		{"id time x y", Options{Options: format.Options{Reading: format.Reading{Zone: "Europe/Berlin"}}}, rows("1", "2024-05-01 10:00:00", "", ""), "time", "--columns t=time"},
		{"id time x y", Options{Options: format.Options{Reading: format.Reading{TimeLayout: "D/M/YYYY"}}}, rows("1", "1/5/2024", "", ""), "time", "--tz UTC --columns t=time"},
		{"ssvid time_utc lon lat", Options{}, rows("1", "2024-05-01T10:00:00Z", "", ""), "id, time and place", "--lonlat --columns id=ssvid,t=time_utc"},
		{"Vessel-ID Event.Time lon lat", Options{}, nil, "id, time and place", "--lonlat --columns id=Vessel-ID,t=Event.Time"},
		{"deviceId fixTime x y", Options{}, nil, "id and time", "--columns id=deviceId,t=fixTime"},
		{"ship_id recorded_at x y", Options{}, nil, "id and time", "--columns id=ship_id,t=recorded_at"},
		{"id gps_time x y", Options{}, nil, "time", "--columns t=gps_time"},
		{"id obstime x y", Options{}, nil, "time", "--columns t=obstime"},
		{"id when x y", Options{}, rows("1", "2024-05-01T10:00:00Z", "", ""), "time", "--columns t=when"},
		{"id when x y", Options{}, rows("1", "2024-05-01 10:00:00", "", ""), "time", "--tz UTC --columns t=when"},
		{"id born seen x y", Options{}, rows("1", "1999-05-01", "2024-05-01T10:00:00Z", "", ""), "time", "--columns t=seen"},
		{"id date hour seen x y", Options{}, rows("1", "May 1st", "10:00", "2024-05-01T10:00:00Z", "", ""), "time", "--columns t=seen"},
		{"id sensed x y", Options{}, rows("1", "1710014400123", "0", "0"), "time", "--units t=unixms --columns t=sensed"},
		{"mmsi sensed x y", Options{}, rows("711014400", "1710014400", "0", "0"), "id and time", "--units t=unix --columns id=mmsi,t=sensed"},
		{"name t x y", Options{}, rows("a", "1710014400123456", "0", "0"), "id", "--units t=unixus --columns id=name"},
		{"name t x y", Options{}, rows("a", "1710014400123456789", "0", "0"), "id", "--units t=unixns --columns id=name"},
		{"name t x y", Options{}, rows("a", "2024-05-01 10:00:00", "0", "0"), "id", "--tz UTC --columns id=name"},
		{"name t x y", Options{Options: format.Options{ColumnUnits: map[string]string{"t": "unixms"}}}, rows("a", "1710014400123456", "0", "0"), "id", "--columns id=name"},
		{"name t x y", Options{Options: format.Options{Needs: format.Needs{Length: true, Time: true}}}, rows("a", "5", "0", "0"), "id", "--units m,s --columns id=name (left to say: m,s if the numbers are in these units)"},
		{"name t x y", Options{Options: format.Options{Needs: format.Needs{Time: true}, Units: format.Units{Length: "km"}}}, rows("a", "5", "0", "0"), "id", "--units km,s --columns id=name (left to say: s if the numbers are in these units)"},
		{"name t x y", Options{Options: format.Options{Needs: format.Needs{Length: true, Time: true}}}, rows("a", "1710014400", "0", "0"), "id", "--units m,t=unix --columns id=name (left to say: m if the numbers are in these units)"},
		{"name t lon lat", Options{Options: format.Options{Needs: format.Needs{Length: true, Time: true}}}, rows("a", "2024-05-01T10:00:00Z", "0", "0"), "id and place", "--lonlat --columns id=name"},
		{"name lon lat", Options{Options: format.Options{MayBePlaces: true}}, rows("a", "0", "0"), "id, time and place", "--lonlat --columns id=name,t=none (left to say: t=none takes the rows for places, beside a file with times)"},
		{"name when lon lat", Options{Options: format.Options{MayBePlaces: true}}, rows("a", "2024-05-01T10:00:00Z", "0", "0"), "id, time and place", "--lonlat --columns id=name,t=when"},
		{"name lon lat", Options{}, rows("a", "0", "0"), "id, time and place", "--lonlat --columns id=name,t=NAME (left to say: a column for each NAME)"},
	} {
		names := strings.Fields(c.names)
		c.o.Times, _ = c.o.TimeReader()
		_, cause := c.o.Find(names)
		cause = c.o.Mended(cause, names, c.first)
		rest, ok := strings.CutPrefix(cause, "no "+c.lacks+` in "`+strings.Join(names, `", "`)+`"; `)
		if tried, _ := strings.CutPrefix(rest, "try: "); !ok || tried != c.try {
			t.Errorf("%s: %s, want no %s, try: %s", c.names, cause, c.lacks, c.try)
		}
	}
}

// TestSuggestedWords: a name that a shell would split is quoted, and a name that --columns or a terminal cannot have is not
// suggested.
func TestSuggestedWords(t *testing.T) {
	for name, want := range map[string]string{
		"Track ID":      "; try: --columns 'id=Track ID'",
		"track:id":      "; try: --columns id=track:id",
		"vehicle":       "; try: --columns id=vehicle",
		"vehicle\x1b":   "; try: --columns id=NAME (left to say: a column for each NAME)",
		"vehicle,id":    "; try: --columns id=NAME (left to say: a column for each NAME)",
		"vehicle\u202e": "; try: --columns id=NAME (left to say: a column for each NAME)",
	} {
		names := []string{name, "t", "x", "y"}
		_, cause := new(Options).Find(names)
		if cause = new(Options).Mended(cause, names, nil); !strings.HasSuffix(cause, want) {
			t.Errorf("%q: %s, want %s", name, cause, want)
		}
	}
	for word, want := range map[string]string{"": "", "a=b,c": "a=b,c", "a b": "'a b'", "it's": `'it'\''s'`, "$x": "'$x'", "é": "'é'"} {
		if got := quotedWord(word); got != want {
			t.Errorf("%q: %s, want %s", word, got, want)
		}
	}
}

// TestPairOf: a pair is taken where it is the only one, and its two names are of one kind.
func TestPairOf(t *testing.T) {
	for names, want := range map[string]string{
		"lon lat": "lon lat", "LAT t LON": "LON LAT", "Longitude latitude": "Longitude latitude", "lon lat longitude": "lon lat",
		"lon latitude": "", "lng lat": "", "lon lat longitude latitude": "", "lon LON lat": "", "lon": "", "": "", "lon lat lat": "",
	} {
		all := strings.Fields(names)
		x, y, ok := pairOf(all)
		if got := ok && all[x]+" "+all[y] == want; got != (want != "") || ok != (want != "") {
			t.Errorf("%s: %d, %d, %v, want %s", names, x, y, ok, want)
		}
	}
}
