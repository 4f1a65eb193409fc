package format

import (
	"os"
	"strings"
	"testing"

	"flyby/trajectory"
)

// presetCases are files as their publishers write them, a few columns of many left out, with the
// neutral CSV that they stand for.
func presetCases() []struct {
	name, text string
	o          Options
	neutral    string
	lonLat     bool
	preset     Preset
} {
	const degrees = true
	return []struct {
		name, text string
		o          Options
		neutral    string
		lonLat     bool
		preset     Preset
	}{
		{
			"marinecadastre", "MMSI,BaseDateTime,LAT,LON,SOG,COG,Heading,VesselName\n" +
				"367390380,2020-12-31T00:00:00,42.33729,-83.09829,0.0,180.4,511.0,UNITED\n" +
				"367390380,2020-12-31T00:01:10,42.33731,-83.09830,0.0,180.4,511.0,\"UNITED, 2\"\n" +
				"367390381,2020-12-31T00:01:10,91,181,0.0,180.4,511.0,X\n", Options{},
			"id,t,lon,lat\n367390380,2020-12-31T00:00:00Z,-83.09829,42.33729\n367390380,2020-12-31T00:01:10Z,-83.0983,42.33731\n", degrees,
			Preset{"marinecadastre", "marinecadastre: id=MMSI t=BaseDateTime (UTC) x=LON y=LAT, degrees", 1, 0, 0},
		}, {
			"marinecadastre of 2025", "mmsi,base_date_time,longitude,latitude,sog\n1,2025-01-01 00:00:05,-70,41,0\n", Options{},
			"id,t,lon,lat\n1,2025-01-01T00:00:05Z,-70,41\n", degrees,
			Preset{"marinecadastre", "marinecadastre: id=mmsi t=base_date_time (UTC) x=longitude y=latitude, degrees", 0, 0, 0},
		}, {
			"aisdk", "# Timestamp,Type of mobile,MMSI,Latitude,Longitude,Navigational status,ROT\n" +
				"31/12/2015 23:59:59,Class A,219000368,56.990130,10.304543,Moored,0\n" +
				"31/12/2015 23:59:59,Base Station,2190047,91.000000,181.000000,Unknown value,\n" +
				"01/01/2016 00:00:01,Class A,219000368,56.990131,10.304543,Moored,0\n", Options{},
			"id,t,lon,lat\n219000368,2015-12-31T23:59:59Z,10.304543,56.99013\n219000368,2016-01-01T00:00:01Z,10.304543,56.990131\n", degrees,
			Preset{"aisdk", "aisdk: id=MMSI t=# Timestamp (UTC) x=Longitude y=Latitude, degrees", 1, 0, 0},
		}, {
			"movebank", "event-id,visible,timestamp,location-long,location-lat,sensor-type,individual-local-identifier,study-name\n" +
				"1,true,2008-05-31 12:30:00.000,11.5,48.25,\"gps\",\"Bird, 1\",s\n" +
				"2,false,2008-05-31 13:30:00.000,11.5,-48.25,\"gps\",\"Bird, 1\",s\n" +
				"3,true,2008-05-31 14:30:00.500,,,gps,\"Bird, 1\",s\n" +
				"4,TRUE,2008-05-31 15:30:00.500,12,48,gps,\"Bird, 1\",s\n", Options{},
			"id,t,lon,lat\n\"Bird, 1\",2008-05-31T12:30:00Z,11.5,48.25\n\"Bird, 1\",2008-05-31T15:30:00.5Z,12,48\n", degrees,
			Preset{"movebank", "movebank: id=individual-local-identifier t=timestamp (UTC) x=location-long y=location-lat, degrees", 2, 0, 0},
		}, {
			"opensky", openSky, Options{},
			"id,t,lon,lat,z\n3c6444,2020-06-01T14:00:08.5Z,8.5,50,1000\n3c6444,2020-06-01T14:00:18.5Z,8.6,50,1010\n400123,2020-06-01T14:00:05Z,-1,51,99.5\n", degrees,
			Preset{"opensky", "opensky: id=icao24 t=lastposupdate (Unix seconds) x=lon y=lat z=geoaltitude, degrees", 1, 1, 2},
		}, {
			"opensky, barometric", openSky, Options{Height: "baroaltitude"},
			"id,t,lon,lat,z\n3c6444,2020-06-01T14:00:08.5Z,8.5,50,900\n3c6444,2020-06-01T14:00:18.5Z,8.6,50,910\n400123,2020-06-01T14:00:05Z,-1,51,90\n400123,2020-06-01T14:00:15Z,-1,52,95\n", degrees,
			Preset{"opensky", "opensky: id=icao24 t=lastposupdate (Unix seconds) x=lon y=lat z=baroaltitude, degrees", 1, 0, 2},
		}, {
			"opensky, flat", openSky, Options{Height: NoHeight},
			"id,t,lon,lat\n3c6444,2020-06-01T14:00:08.5Z,8.5,50\n3c6444,2020-06-01T14:00:18.5Z,8.6,50\n400123,2020-06-01T14:00:05Z,-1,51\n400123,2020-06-01T14:00:15Z,-1,52\n", degrees,
			Preset{"opensky", "opensky: id=icao24 t=lastposupdate (Unix seconds) x=lon y=lat, degrees", 1, 0, 2},
		}, {
			"sumo", "timestep_time;vehicle_angle;vehicle_id;vehicle_x;vehicle_y\n0.00;;;;\n1.00;90;a.0;5.1;-2\n2.00;90;a.0;6.1;-2\n", Options{},
			"id,t,x,y\na.0,1,5.1,-2\na.0,2,6.1,-2\n", false,
			Preset{"sumo", "sumo: id=vehicle_id t=timestep_time x=vehicle_x y=vehicle_y, metres", 1, 0, 0},
		}, {
			"sumo, degrees", "timestep_time;vehicle_id;vehicle_x;vehicle_y\n1.00;a.0;5.1;-2\n", Options{LonLat: true},
			"id,t,x,y\na.0,1,5.1,-2\n", degrees,
			Preset{"sumo", "sumo: id=vehicle_id t=timestep_time x=vehicle_x y=vehicle_y, degrees", 0, 0, 0},
		}, {
			"sumo with persons", "timestep_time;person_id;person_x;person_y;vehicle_id;vehicle_x;vehicle_y\n0;p;1;2;;;\n0;;;;v;3;4\n1;p;1.5;2;;;\n", Options{},
			"id,t,x,y\np,0,1,2\nv,0,3,4\np,1,1.5,2\n", false,
			Preset{"sumo", "sumo: id=vehicle_id|person_id t=timestep_time x=vehicle_x|person_x y=vehicle_y|person_y, metres", 0, 0, 0},
		}, {
			"sumo with containers", "timestep_time;container_id;container_x;container_y;person_id;person_x;person_y;person_z;vehicle_id;vehicle_x;vehicle_y\n0;1;1;2;;;;;;;\n0;;;;1;5;6;7;;;\n0;;;;;;;;1;3;4\n0;;;;;;;;2;3;4\n", Options{},
			"id,t,x,y\ncontainer:1,0,1,2\nperson:1,0,5,6\n1,0,3,4\n2,0,3,4\n", false,
			Preset{"sumo", "sumo: id=vehicle_id|person_id|container_id t=timestep_time x=vehicle_x|person_x|container_x y=vehicle_y|person_y|container_y, metres", 0, 0, 0},
		}, {
			"sumo of containers", "timestep_time;container_id;container_x;container_y\n0;10;1;2\n0;9;1;2\n", Options{},
			"id,t,x,y\n10,0,1,2\n9,0,1,2\n", false,
			Preset{"sumo", "sumo: id=container_id t=timestep_time x=container_x y=container_y, metres", 0, 0, 0},
		}, {
			"sumo of persons", "timestep_time;person_id;person_x;person_y\n0;p;1;2\n", Options{},
			"id,t,x,y\np,0,1,2\n", false,
			Preset{"sumo", "sumo: id=person_id t=timestep_time x=person_x y=person_y, metres", 0, 0, 0},
		}, {
			"ais", "mmsi,lon,lat,date_time_utc,length\n1,5,6,2020-01-01 00:00:00,3\n", Options{},
			"id,t,lon,lat\n1,2020-01-01T00:00:00Z,5,6\n", degrees,
			Preset{"ais", "ais: id=mmsi t=date_time_utc (UTC) x=lon y=lat, degrees", 0, 0, 0},
		}, {
			"ais in a zone", "mmsi,longitude,latitude,timestamp\n1,5,6,2020-01-01 00:00:00\n", Options{Zone: "-02:00"},
			"id,t,lon,lat\n1,2020-01-01T02:00:00Z,5,6\n", degrees,
			Preset{"ais", "ais: id=mmsi t=timestamp (-02:00) x=longitude y=latitude, degrees", 0, 0, 0},
		}, {
			"a column is told, and a zone", "MMSI,Name,BaseDateTime,LAT,LON,r\n1,n,2020-12-31T00:00:00,42,-83,5\n", Options{Columns: map[string]string{"id": "Name"}, Zone: "+01:00"},
			"id,t,lon,lat,r\nn,2020-12-30T23:00:00Z,-83,42,5\n", degrees,
			Preset{"marinecadastre", "marinecadastre: id=Name t=BaseDateTime (+01:00) x=LON y=LAT r=r, degrees", 0, 0, 0},
		}, {
			"neutral columns come first", "MMSI,BaseDateTime,LAT,LON,id,t,x,y\n1,2020-12-31T00:00:00,42,-83,a,1,2,3\n", Options{},
			"id,t,x,y\na,1,2,3\n", false, Preset{},
		}, {
			"all columns are told", "MMSI,BaseDateTime,LAT,LON\n1,2020-12-31T00:00:00Z,42,-83\n",
			Options{Columns: map[string]string{"id": "MMSI", "t": "BaseDateTime", "x": "LON", "y": "LAT"}},
			"id,t,x,y\n1,2020-12-31T00:00:00Z,-83,42\n", false, Preset{},
		}, {
			"a preset is told", "MMSI,BaseDateTime,LAT,LON,id,t,x,y\n1,2020-12-31T00:00:00,42,-83,a,1,2,3\n", Options{Preset: "marinecadastre"},
			"id,t,lon,lat\n1,2020-12-31T00:00:00Z,-83,42\n", degrees,
			Preset{"marinecadastre", "marinecadastre: id=MMSI t=BaseDateTime (UTC) x=LON y=LAT, degrees", 0, 0, 0},
		},
	}
}

// openSky is state vectors: two aircraft, positions that repeat, one without a position, one
// without a height.
const openSky = "time,icao24,lat,lon,velocity,heading,vertrate,callsign,onground,baroaltitude,geoaltitude,lastposupdate,lastcontact\n" +
	"1591020010,3c6444,50,8.5,200,90,0,DLH1,False,900,1000,1591020008.5,1591020009\n" +
	"1591020010,400123,51,-1,200,90,0,\"BAW 1\",False,90,99.5,1591020005,1591020009\n" +
	"1591020010,484506,,,200,90,0,,False,,,,1591020009\n" +
	"1591020020,3c6444,50,8.5,200,90,0,DLH1,False,905,1005,1591020008.5,1591020019\n" +
	"1591020020,400123,51,-1,200,90,0,BAW1,False,90,99.5,1591020005,1591020019\n" +
	"1591020030,3c6444,50,8.6,200,90,0,DLH1,False,910,1010,1591020018.5,1591020029\n" +
	"1591020030,400123,52,-1,200,90,0,BAW1,True,95,,1591020015,1591020029\n"

// TestPresets wants each file to be read as the neutral CSV of the same data, in any case and
// spelling of the header, whatever separates the fields, as a whole and row by row.
func TestPresets(t *testing.T) {
	for _, c := range presetCases() {
		t.Run(c.name, func(t *testing.T) {
			want, plain, err := readText(t, "neutral.csv", c.neutral, Options{LonLat: c.lonLat})
			if err != nil {
				t.Fatal(err)
			}
			got, report, err := readText(t, "a.csv", c.text, c.o)
			if err != nil {
				t.Fatal(err)
			}
			sameStore(t, got, want)
			if report.Preset != c.preset || report.Skipped != 0 || report.Rows != plain.Rows+c.preset.left() {
				t.Errorf("%+v, want %+v", report, c.preset)
			}
			head, rows, _ := strings.Cut(c.text, "\n")
			if c.o.Columns == nil && c.preset.Name != "" {
				other := strings.NewReplacer("_", " ", "-", ".").Replace(strings.ToUpper(head))
				got, _, err := readText(t, "a.csv", other+"\n"+rows, Options{Preset: c.preset.Name, LonLat: c.o.LonLat, Height: c.o.Height, Zone: c.o.Zone})
				if err != nil {
					t.Fatal(err)
				}
				sameStore(t, got, want)
			}
			samples := 0
			_, again, err := ReadRows(t.Context(), "-", withText(c.o, c.text), func(rows *Rows, _ func(*trajectory.RowError) error) error {
				samples += len(rows.T)
				if rows.LonLat != c.lonLat {
					t.Errorf("degrees: %v", rows.LonLat)
				}
				return nil
			})
			if err != nil || samples != plain.Rows || again.Preset != c.preset || again.Rows != report.Rows {
				t.Errorf("%d rows, %+v, %v", samples, again, err)
			}
		})
	}
}

// withText returns options whose standard input is a text.
func withText(o Options, text string) Options {
	o.Stdin = strings.NewReader(text)
	return o
}

// TestPresetErrors wants what a preset misses, and rows that are bad in a preset too, to be told.
func TestPresetErrors(t *testing.T) {
	const marine = "MMSI,BaseDateTime,LAT,LON\n"
	for _, c := range []struct {
		path, text string
		o          Options
		want       string
	}{
		{"a.csv", marine + "1,2020-12-31T00:00:00,42,-83\n", Options{Preset: NoPreset}, `a.csv:1: no id, time and place in "MMSI", "BaseDateTime", "LAT", "LON"; try: --lonlat --columns id=MMSI,x=LON,y=LAT`},
		{"a.csv", marine + "1,2020-12-31T00:00:00,42,-83\n", Options{Preset: "aisdk"}, `a.csv:1: no column #_timestamp or timestamp of preset aisdk; there is "MMSI", "BaseDateTime", "LAT", "LON"`},
		{"a.csv", marine + "1,2020-12-31T00:00:00,42,-83\n", Options{Columns: map[string]string{"id": "Name"}}, `a.csv:1: no column Name; there is "MMSI", "BaseDateTime", "LAT", "LON"`},
		{"a.csv", marine + "1,2020-12-31T00:00:00,42,-83\n", Options{Preset: "gps"}, `format: preset "gps": must be one of marinecadastre, aisdk, movebank, opensky, sumo, ais, none`},
		{"a.gpx", marine, Options{Preset: "gps"}, `format: preset "gps"`},
		{"a.csv", marine + ",2020-12-31T00:00:00,42,-83\n", Options{}, `a.csv:2: column MMSI: "": missing`},
		{"a.csv", marine + "1,2020-12-31T00:00:00,95,-83\n", Options{}, `a.csv:2: column LAT: "95": latitude`},
		{"a.csv", marine + "1,2020-12-31T00:00:00,,\n2,2020-12-31T00:00:00,91,181\n", Options{}, `a.csv: none of 2 rows has a position`},
		{"a.csv", marine + "1,12/31/2020,42,-83\n", Options{}, `a.csv:2: column BaseDateTime: "12/31/2020": not an RFC 3339 time such as 2006-01-02T15:04:05.5Z`},
		{"a.csv", "mmsi,lon,lat,lat,time\n1,2,3,4,5\n", Options{Preset: "ais"}, `a.csv:1: two columns lat`},
		{"a.csv", marine + "1,2020-12-31T00:00:00,42,-83\n", Options{Height: "baroaltitude"}, `a.csv:1: preset marinecadastre has no height baroaltitude`},
		{"a.csv", "id,t,x,y\n1,2,3,4\n", Options{Height: "geoaltitude"}, `a.csv:1: heights from geoaltitude are for the presets that have it`},
		{"a.csv", "mmsi,lon,lat,time\n1,5,6,2020-01-01 00:00:00\n", Options{}, `a.csv:2: column time: "2020-01-01 00:00:00": no offset from UTC`},
		{"a.csv", openSky + "1591020040,3c6444,51,8.6,200,90,0,DLH1,False,910,1010,1591020018.5,1591020039\n", Options{}, `a.csv:9: column lastposupdate: "2020-06-01T14:00:18.5Z": repeated time within its trajectory`},
	} {
		if _, _, err := readText(t, c.path, c.text, c.o); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q, %+v: %v, want %s", c.text, c.o, err, c.want)
		}
	}
}

// FuzzPresets: bytes after the header of each preset are read or refused, whatever they are.
func FuzzPresets(f *testing.F) {
	for i, c := range presetCases() {
		f.Add([]byte(c.text), uint16(3+i))
	}
	f.Fuzz(func(t *testing.T, data []byte, size uint16) {
		if len(data) > largestInput {
			return
		}
		for _, o := range []Options{{Threads: 2}, {Threads: 1, SkipBadRows: true, Height: NoHeight, Zone: "Europe/Berlin"}} {
			small := o
			p, err := readCSV(t.Context(), inMemory(data), &o)
			q, err1 := readCSVBlocks(t.Context(), inMemory(data), &small, 1+int(size))
			if (err == nil) != (err1 == nil) || err == nil && (p.rows != q.rows || p.preset != q.preset || len(p.columns.T) != len(q.columns.T)) {
				t.Fatalf("%v, in blocks %v", err, err1)
			}
			outcome(t, p, err, o)
		}
	})
}

// TestPresetsAreDocumented wants docs/formats.md to name every preset and height.
func TestPresetsAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(Presets(), Heights()...) {
		if !strings.Contains(string(page), "`"+name+"`") && !strings.Contains(string(page), " "+name+"`") {
			t.Errorf("%s is not in docs/formats.md", name)
		}
	}
}
