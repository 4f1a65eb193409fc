package fileset

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flyby/trajectory/format"
)

// TestReadJSON: rows of JSON are read as the same rows of CSV, as a whole and row by row.
func TestReadJSON(t *testing.T) {
	columns := func(named string) format.Options {
		m, err := format.ParseColumns(named)
		if err != nil {
			t.Fatal(err)
		}
		return format.Options{Columns: m}
	}
	degrees := format.Options{Reading: format.Reading{LonLat: true}}
	where := format.Options{Reading: format.Reading{Where: []format.Condition{{Column: "kind.name", Operator: "=", Value: "bus"}}}}
	for _, c := range []struct {
		name, file, text string
		options          format.Options
		want             string
		as               format.Options
	}{
		{"lines", "a.ndjson", `{"id":7,"t":0,"x":"1.5","y":-2e1}` + "\n\n" + `{"y":1,"x":2,"t":1.5,"id":"7","more":null}`, format.Options{}, "id,t,x,y\n7,0,1.5,-20\n7,1.5,2,1\n", format.Options{}},
		{"names and times", "a.jsonl", `{"id":"a,\"b\"","t":"2020-01-01T00:00:00.5Z","x":1,"y":2}` + "\n", format.Options{}, "id,t,x,y\n\"a,\"\"b\"\"\",2020-01-01T00:00:00.5Z,1,2\n", format.Options{}},
		{"an id that is no integer", "a.json", `[{"id":7,"t":0,"x":1,"y":2},{"id":"07","t":0,"x":1,"y":2}]`, format.Options{}, "id,t,x,y\n7,0,1,2\n07,0,1,2\n", format.Options{}},
		{"paths", "a.json", `{"made":1,"rows":[{"at":{"t":1,"p":[5]},"x":1,"y":2,"who":{"n":"u"}}]}`, columns("id=who.n,t=at.t"), "id,t,x,y\nu,1,1,2\n", format.Options{}},
		{"points in lists", "a.json", `[{"id":1,"path":[[0,1,2],[5,3,4]]},{"id":2,"path":[[0,5,6]]}]`, columns("t=path.0,x=path.1,y=path.2"), "id,t,x,y\n1,0,1,2\n1,5,3,4\n2,0,5,6\n", format.Options{}},
		{"conditions", "a.ndjson", `{"id":1,"t":0,"x":1,"y":2,"kind":{"name":"bus"}}` + "\n" + `{"id":2,"t":0,"x":[],"y":2,"kind":{"name":"tram"}}`, where, "id,t,x,y\n1,0,1,2\n", format.Options{}},
		{
			"GeoJSON", "a.geojson", `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"id":"a","times":["2020-01-01T00:00:00Z","2020-01-01T00:01:00Z"]},"geometry":{"type":"LineString","coordinates":[[11,48],[12,49]]}}]}`,
			format.Options{}, "id,t,lon,lat\na,2020-01-01T00:00:00Z,11,48\na,2020-01-01T00:01:00Z,12,49\n", degrees,
		},
		{
			"points of GeoJSON", "a.geojson", `{"type":"Feature","properties":{"who":3,"seen":5},"geometry":{"type":"Point","coordinates":[11,48]}}` + "\n", columns("id=who,t=seen"), "id,t,lon,lat\n3,5,11,48\n", degrees,
		},
		{
			"MF-JSON", "a.json", `{"id":1,"trip":{"type":"MovingGeomPoint","crs":{"type":"Name","properties":{"name":"EPSG:4326"}},"interpolation":"Linear","sequences":[{"coordinates":[[11,48],[12,49]],"datetimes":["2020-01-01T00:00:00+00","2020-01-01T00:01:00+00"]}]}}`,
			format.Options{}, "id,t,lon,lat\n1,2020-01-01T00:00:00Z,11,48\n1,2020-01-01T00:01:00Z,12,49\n", degrees,
		},
		{
			"aisstream", "a.ndjson", `{"MetaData":{"MMSI":219,"time_utc":"2024-05-01 12:00:00.5 +0000 UTC"},"Message":{"PositionReport":{"Latitude":55,"Longitude":11}}}` + "\n" +
				`{"MetaData":{"MMSI":219,"time_utc":"2024-05-01 12:00:01 +0000 UTC"},"Message":{"ShipStaticData":{"Name":"A"}}}` + "\n" + `{"MetaData":{"MMSI":219,"time_utc":"2024-05-01 12:00:02 +0000 UTC"},"Message":{"PositionReport":{"Latitude":91,"Longitude":181}}}` + "\n" +
				`{"MetaData":{"MMSI":220,"time_utc":"2024-05-01 12:00:03 +0000 UTC"},"Message":{"StandardClassBPositionReport":{"Latitude":56,"Longitude":12}}}`,
			format.Options{}, "id,t,lon,lat\n219,2024-05-01T12:00:00.5Z,11,55\n220,2024-05-01T12:00:03Z,12,56\n", degrees,
		},
		{
			"readsb, aircraft", "aircraft.json", `{"now":1714564800.5,"aircraft":[{"hex":"3c6444","lat":48,"lon":11,"seen_pos":0.25,"alt_baro":"ground"},{"hex":"3c6445"}],"messages":4}`,
			format.Options{}, "id,t,lon,lat\n3c6444,2024-05-01T12:00:00.25Z,11,48\n", degrees,
		},
		{
			"readsb, trace", "trace.json", `{"icao":"3c6444","timestamp":1714564800,"trace":[[0.5,48,11,"ground",null],[10,48.5,11.5,1000,{"flight":"X"}]]}`,
			format.Options{}, "id,t,lon,lat\n3c6444,2024-05-01T12:00:00.5Z,11,48\n3c6444,2024-05-01T12:00:10Z,11.5,48.5\n", degrees,
		},
		{
			"Timeline", "Timeline.json", `{"semanticSegments":[{"startTime":"2024-05-01T12:00:00.000+02:00","timelinePath":[{"point":"48.5°, 11.25°","time":"2024-05-01T12:10:00.000+02:00"}]},{"visit":{"probability":1}}],"rawSignals":[{"a":1}]}`,
			format.Options{ID: "phone"}, "id,t,lon,lat\nphone,2024-05-01T10:10:00Z,11.25,48.5\n", degrees,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			wantSame(t, c.file, c.text, c.options, c.want, c.as)
			var packed bytes.Buffer
			z := gzip.NewWriter(&packed)
			io.WriteString(z, c.text) //nolint:errcheck // memory takes every write
			z.Close()                 //nolint:errcheck // memory takes every write
			wantSame(t, c.file+".gz", packed.String(), c.options, c.want, c.as)
		})
	}
}

// TestJSONSequences: sequences of moving points are pieces by themselves, unless a column is said to have them.
func TestJSONSequences(t *testing.T) {
	const sequence = `{"coordinates":[[1,2],[1,3]],"datetimes":["2020-01-01T00:0%d:00Z","2020-01-01T00:0%d:00Z"]}`
	text := fmt.Sprintf(`{"id":1,"leg":"a","trip":{"type":"MovingGeomPoint","interpolation":"Linear","sequences":[`+sequence+","+sequence+`]}}`, 0, 1, 2, 3)
	units := format.Units{Length: "m"}
	for want, o := range map[string]format.Options{
		"map[1:[2 2]]": {Units: units}, "map[1:[4]]": {Units: units, Columns: map[string]string{"piece": "leg"}}, "map[0:[2] 1:[2]]": {Units: units, Columns: map[string]string{"id": "piece"}},
	} {
		s, _, err := readText(t, "a.json", text, o)
		if err != nil || piecesOf(s) != want {
			t.Errorf("%v: %s, %v, want %s", o.Columns, piecesOf(s), err, want)
		}
		if rows := handedRows(t, "a.json", text, o); strings.Contains(rows, "piece") != (want != "map[0:[2] 1:[2]]") {
			t.Errorf("%v: rows by themselves\n%s", o.Columns, rows)
		}
	}
}

// TestReadJSONErrors: errors have the file, the line or the path, the column and the value.
func TestReadJSONErrors(t *testing.T) {
	const good = `{"id":1,"t":0,"x":1,"y":2}`
	wantFaults(t, "a.json", format.Options{}, []badFile{
		{"", "a.json: no rows"},
		{"[]", "a.json: no rows"},
		{good + "\n{", "a.json:2: the document ends inside of a value"},
		{"[" + good + "}", "a.json:1: no comma behind a value"},
		{"id,t,x,y\n", "a.json:1: not JSON: it begins with \"i\""},
		{`{"a":[` + good + `],"b":[` + good + `]}`, `a.json: rows stand below several keys: "a", "b"`},
		{`{"id":1,"trip":{"type":"MovingPoint","interpolation":"Step","coordinates":[[1,2],[3,4]],"datetimes":["2020-01-01T00:00:00Z","2020-01-02T00:00:00Z"]}}`, "a.json: trip: interpolation \"Step\": between two positions flyby's motion is linear, and steps, which hold until the next position, are not read"},
		{`{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::25832"}},"features":[{"type":"Feature","properties":{"id":1,"t":0},"geometry":{"type":"Point","coordinates":[1,2]}}]}`, "a.json: column geometry is in EPSG:25832: neither degrees of WGS 84 (OGC:CRS84, EPSG:4326) nor lengths of a projection in a unit of flyby's"},
	})
	wantBadRows(t, "a.json", format.Options{}, 1, []badFile{
		{good + "\n\n" + `{"id":1,"t":1,"x":"b","y":2}`, `a.json:3: column x: "b": not a number`},
		{"[" + good + "," + `{"id":1,"t":1,"x":1,"y":null}]`, `a.json: row 1: column y: "": missing`},
		{`{"list":{"cars":[` + good + `,{"id":1,"t":1,"x":true,"y":3}]}}`, `a.json: list.cars.1: column x: "true": not a number`},
		{good + `{"id":"\ud800","t":1,"x":1,"y":2}`, `a.json:1: column id: "\xed\xa0\x80": not UTF-8`},
		{good + `{"id":1,"id":2,"t":1,"x":1,"y":2}`, `a.json:1: column id: "2": the key stands twice in an object`},
	})
}

// TestJSONEstimate: rows are counted by objects and by lists, at least about as many as there are.
func TestJSONEstimate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.json")
	for text, rows := range map[string]uint64{
		strings.Repeat(`{"id":1,"t":0,"x":1,"y":2}`+"\n", 500):                                               500,
		"[" + strings.Repeat(`{"id":1,"t":{"a":0},"x":1,"y":2},`, 99) + `{"id":1}]`:                          100,
		`{"icao":"a","timestamp":1,"trace":[` + strings.Repeat("[1,2,3],", 30_000) + "[1,2,3]]}":             30_001,
		`{"now":1,"aircraft":[` + strings.Repeat(`{"hex":"abcdef","lat":1,"lon":2},`, 300) + `{"hex":"a"}]}`: 301,
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, ok := EstimateRows(path, format.Options{}); !ok || got < rows || got > 2*rows {
			t.Errorf("%.40s: %d rows, want about %d", text, got, rows)
		}
	}
}
