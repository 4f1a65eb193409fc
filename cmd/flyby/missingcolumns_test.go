package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"flyby/internal/cli"
	"flyby/internal/tier"
)

// pasted returns the words after "try: " in an error, as a shell splits them; nil where there are none, or where NAME stands among them.
func pasted(t *place, message string) (words []string) {
	t.Helper()
	_, tried, ok := strings.Cut(strings.TrimSpace(message), "; try: ")
	if !ok {
		return nil
	}
	tried, _, _ = strings.Cut(tried, " (left to say: ")
	var word strings.Builder
	quoted := false
	for _, c := range tried + " " {
		switch {
		case c == '\'':
			quoted = !quoted
		case c == ' ' && !quoted:
			words = append(words, word.String())
			word.Reset()
		default:
			word.WriteRune(c)
		}
	}
	if quoted {
		t.Fatalf("%s: a quote does not end", message)
	}
	if slices.ContainsFunc(words, func(word string) bool { return strings.Contains(word, "=NAME") }) {
		return nil
	}
	return words
}

// fieldRow is a row of a Parquet file with the columns of a field.
type fieldRow struct {
	Vehicle string  `parquet:"vehicle"`
	Time    string  `parquet:"time"`
	Lon     float64 `parquet:"lon"`
	Lat     float64 `parquet:"lat"`
}

// stampedRow is a row with typed times, and unixRow a row with times as counts.
type stampedRow struct {
	Device int64   `parquet:"device"`
	TS     int64   `parquet:"ts,timestamp(microsecond)"`
	Lng    float64 `parquet:"lng"`
	Lat    float64 `parquet:"lat"`
}

type unixRow struct {
	Vehicle   string  `parquet:"vehicle_id"`
	Timestamp int64   `parquet:"timestamp"`
	Latitude  float64 `parquet:"latitude"`
	Longitude float64 `parquet:"longitude"`
}

// writeTable writes a Parquet file.
func writeTable[T any](t *place, name string, rows ...T) {
	t.Helper()
	if err := parquet.WriteFile(t.at(name), rows); err != nil {
		t.Fatal(err)
	}
}

// lackingFiles writes files of two objects at most 3 m apart and one far away, whose columns have names that flyby does not read.
func lackingFiles(t *place) {
	t.Helper()
	t.Chdir(t.TempDir())
	// Positions on a meridian, where a degree has 110.6 km at the equator, and the same in metres.
	degrees, metres := [3]string{"10,0", "10,0.0000271306", "10,1"}, [3]string{"500,0", "500,3", "500,900"}
	rows := func(header, from, to string, at [3]string) string {
		text := header + "\n"
		for i, id := range []string{"1", "2", "3"} {
			for _, stamp := range []string{from, to} {
				text += id + "," + stamp + "," + at[i] + "\n"
			}
		}
		return text
	}
	const local, later, utc, after = "2024-05-01 10:00:00", "2024-05-01 10:01:00", "2024-05-01T10:00:00Z", "2024-05-01T10:01:00Z"
	turned := [3]string{"0,10", "0.0000271306,10", "1,10"}
	for name, text := range map[string]string{
		"vehicle.csv":  rows("vehicle,time,lon,lat", local, later, degrees),
		"utc.csv":      rows("vehicle,time,lon,lat", utc, after, degrees),
		"gtfs.csv":     rows("vehicle_id,timestamp,latitude,longitude", "1714557600", "1714557660.5", turned),
		"millis.csv":   rows("imei,ts,lng,lat", "1714557600000", "1714557660000", degrees),
		"traffic.csv":  rows("icao24,timestamp,latitude,longitude", "2024-05-01 10:00:00+00:00", "2024-05-01 10:01:00+00:00", turned),
		"quoted.csv":   rows("Device ID,Date Time,Long,Lat", local, later, degrees),
		"apart.tsv":    strings.ReplaceAll(rows("vehicle,time,lon,lat", local, later, degrees), ",", "\t"),
		"metres.csv":   rows("track_id,epoch,Easting,Northing", "5", "65", metres),
		"capital.csv":  rows("ID,T,X,Y", "5", "65", metres),
		"time.csv":     rows("id,time,x,y", "5", "65", metres),
		"twopairs.csv": rows("id,t,lon,lat,longitude,latitude", "5", "65", [3]string{degrees[0] + ",0,0", degrees[1] + ",0,0", degrees[2] + ",0,0"}),
		"mixed.csv":    rows("id,t,x,lon,lat", "5", "65", [3]string{"7," + degrees[0], "7," + degrees[1], "7," + degrees[2]}),
		"who.csv":      rows("who,time,lon,lat", local, later, degrees),
		"gaia.csv":     rows("source_id,ref_epoch,ra,dec", "5", "65", degrees),
		"none.csv":     rows("a,b,c,d", "5", "65", degrees),
		"comma.csv":    rows(`"name","time","x","y"`, "5", "65", metres),
		"wolves.csv":   "event-id,visible,timestamp,location-long,location-lat,tag-local-identifier\n1,true,2024-05-01 10:00:00.000,10,0,a\n2,true,2024-05-01 10:00:00.000,10,0.00001,b\n3,true,2024-05-01 10:00:00.000,10,1,c\n",
		"vehicle.ecsv": "# %ECSV 1.0\n# ---\n# datatype:\n# - {name: vehicle, datatype: int64}\n# - {name: time, datatype: string}\n# - {name: lon, unit: deg, datatype: float64}\n# - {name: lat, unit: deg, datatype: float64}\n" + strings.ReplaceAll(rows("vehicle,time,lon,lat", "2024-05-01T10:00:00", "2024-05-01T10:01:00", degrees), ",", " "),
		"table.vot": `<VOTABLE><RESOURCE><TABLE><FIELD name="name" datatype="char" arraysize="*"/><FIELD name="epoch" datatype="double"/><FIELD name="longitude" datatype="double"/><FIELD name="latitude" datatype="double"/><DATA><TABLEDATA>` +
			`<TR><TD>1</TD><TD>5</TD><TD>10</TD><TD>0</TD></TR><TR><TD>2</TD><TD>5</TD><TD>10</TD><TD>0.00001</TD></TR><TR><TD>3</TD><TD>5</TD><TD>10</TD><TD>1</TD></TR></TABLEDATA></DATA></TABLE></RESOURCE></VOTABLE>`,
	} {
		write(t, name, text)
	}
	writeTable(t, "text.parquet", fieldRow{"1", local, 10, 0}, fieldRow{"2", local, 10, 0.00001}, fieldRow{"3", local, 10, 1})
	writeTable(t, "stamps.parquet", stampedRow{1, 1714557600e6, 10, 0}, stampedRow{2, 1714557600e6, 10, 0.00001}, stampedRow{3, 1714557600e6, 10, 1})
	writeTable(t, "unix.parquet", unixRow{"1", 1714557600, 0, 10}, unixRow{"2", 1714557600, 0.00001, 10}, unixRow{"3", 1714557600, 1, 10})
}

// TestMissingColumns: a file without some columns is refused with all missing ones and a command that mends it; with that command,
// applied once or twice, the two objects are found, or the error names the rest.
func TestMissingColumns(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	lackingFiles(t)
	const names = " (left to say: a column for each NAME)"
	for _, c := range []struct {
		args string
		want string // after the file's name
		told string // its message where it finds them
	}{
		{args: "vehicle.csv", want: `:1: no id, time and place in "vehicle", "time", "lon", "lat"; try: --lonlat --tz UTC --columns id=vehicle,t=time`},
		{args: "vehicle.csv --lonlat", want: `:1: no id and time in "vehicle", "time", "lon", "lat"; try: --tz UTC --columns id=vehicle,t=time`},
		{args: "utc.csv", want: `:1: no id, time and place in "vehicle", "time", "lon", "lat"; try: --lonlat --columns id=vehicle,t=time`},
		{args: "vehicle.csv --tz +02:00", want: `:1: no id, time and place in "vehicle", "time", "lon", "lat"; try: --lonlat --columns id=vehicle,t=time`},
		{args: "vehicle.csv --preset none --columns id=vehicle", want: `:1: no time and place in "vehicle", "time", "lon", "lat"; try: --lonlat --tz UTC --columns id=vehicle,t=time`},
		{args: "vehicle.csv --columns x=lon", want: `:1: no id, time and y in "vehicle", "time", "lon", "lat"; try: --lonlat --tz UTC --columns id=vehicle,t=time,x=lon`},
		{args: "gtfs.csv", want: `:1: no id, time and place in "vehicle_id", "timestamp", "latitude", "longitude"; try: --lonlat --units t=unix --columns id=vehicle_id,t=timestamp,x=longitude,y=latitude`},
		{args: "gtfs.csv --units m,s", want: `:1: no id, time and place in "vehicle_id", "timestamp", "latitude", "longitude"; try: --lonlat --units m,s,t=unix --columns id=vehicle_id,t=timestamp,x=longitude,y=latitude`},
		{args: "gtfs.csv --units t=unix", want: `:1: no id, time and place in "vehicle_id", "timestamp", "latitude", "longitude"; try: --lonlat --columns id=vehicle_id,t=timestamp,x=longitude,y=latitude`},
		{args: "millis.csv", want: `:1: no id, time and place in "imei", "ts", "lng", "lat"; try: --lonlat --units t=unixms --columns id=imei,t=ts,x=lng`},
		{args: "traffic.csv", want: `:1: no id, time and place in "icao24", "timestamp", "latitude", "longitude"; try: --lonlat --columns id=icao24,t=timestamp,x=longitude,y=latitude`},
		{args: "quoted.csv", want: `:1: no id, time and place in "Device ID", "Date Time", "Long", "Lat"; try: --lonlat --tz UTC --columns 'id=Device ID,t=Date Time,x=Long,y=Lat'`},
		{args: "apart.tsv", want: `:1: no id, time and place in "vehicle", "time", "lon", "lat"; try: --lonlat --tz UTC --columns id=vehicle,t=time`},
		{args: "metres.csv", want: `:1: no id, time and place in "track_id", "epoch", "Easting", "Northing"; try: --columns id=track_id,t=epoch,x=Easting,y=Northing`},
		{args: "capital.csv", want: `:1: no id, time and place in "ID", "T", "X", "Y"; try: --columns id=ID,t=T,x=X,y=Y`},
		{args: "time.csv", want: `:1: no time in "id", "time", "x", "y"; try: --columns t=time`},
		{args: "comma.csv", want: `:1: no id and time in "name", "time", "x", "y"; try: --columns id=name,t=time`},
		{args: "twopairs.csv", want: `:1: no place in "id", "t", "lon", "lat", "longitude", "latitude"; try: --lonlat`},
		{args: "mixed.csv", want: `:1: no y in "id", "t", "x", "lon", "lat"; try: --lonlat --columns x=lon`},
		{args: "vehicle.ecsv", want: `: no id, time and place in "vehicle", "time", "lon", "lat"; try: --lonlat --tz UTC --columns id=vehicle,t=time`},
		{args: "table.vot", want: `: no id, time and place in "name", "epoch", "longitude", "latitude"; try: --lonlat --columns id=name,t=epoch,x=longitude,y=latitude`},
		{args: "text.parquet", want: `: no id, time and place in "vehicle", "time", "lon", "lat"; try: --lonlat --tz UTC --columns id=vehicle,t=time`},
		{args: "stamps.parquet", want: `: no id, time and place in "device", "ts", "lng", "lat"; try: --lonlat --columns id=device,t=ts,x=lng`},
		{args: "unix.parquet", want: `: no id, time and place in "vehicle_id", "timestamp", "latitude", "longitude"; try: --lonlat --units t=unix --columns id=vehicle_id,t=timestamp,x=longitude,y=latitude`},
		{args: "wolves.csv", want: `:1: no id in "event-id", "visible", "timestamp", "location-long", "location-lat", "tag-local-identifier"; try: --columns id=tag-local-identifier`,
			told: "flyby: wolves.csv: movebank: id=tag-local-identifier t=timestamp (UTC) x=location-long y=location-lat, degrees\n"},
		{args: "who.csv", want: `:1: no id, time and place in "who", "time", "lon", "lat"; try: --lonlat --tz UTC --columns id=NAME,t=time` + names},
		{args: "gaia.csv", want: `:1: no id, time and place in "source_id", "ref_epoch", "ra", "dec"; try: --columns id=source_id,t=ref_epoch,x=NAME,y=NAME` + names},
		{args: "none.csv", want: `:1: no id, time and place in "a", "b", "c", "d"; try: --columns id=NAME,t=NAME,x=NAME,y=NAME` + names},
		{args: "vehicle.csv --columns id=vehicel,t=tiem", want: `:1: no column tiem, vehicel; there is "vehicle", "time", "lon", "lat"`},
		{args: "vehicle.csv --preset ais", want: `:1: no column mmsi of preset ais; there is "vehicle", "time", "lon", "lat"`},
	} {
		args := append([]string{"join", "--distance", "5"}, strings.Fields(c.args)...)
		file := args[3]
		r := invoke(t, "", args...)
		if want := "flyby: " + file + c.want + "\n"; r.status != cli.Failure || r.out != "" || r.err != want {
			t.Errorf("%s: exit status %d, %s\n%swant %s", c.args, r.status, r.out, r.err, want)
			continue
		}
		further := pasted(t, r.err)
		if further == nil {
			continue
		}
		for _, outgrown := range []bool{false, true} {
			r = invokeOn(t, streams{outgrown: outgrown}, append(args, further...)...)
			if r.status != cli.OK || r.err != c.told || strings.Count(r.out, "\n") != 2 {
				t.Errorf("%s %s: exit status %d, %s%s, want one encounter, told %q", c.args, further, r.status, r.err, r.out, c.told)
			}
		}
	}
}
