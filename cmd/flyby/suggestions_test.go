package main

import (
	"strings"
	"testing"

	"flyby/internal/cli"
)

// TestSuggestionsRun: what an error suggests for a layout holds all that is missing, units of times and lengths among it; pasted it runs, in
// memory and beyond, or the error says what it leaves to say.
func TestSuggestionsRun(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"epoch.csv":    "t,vessel_id,lon,lat\n1710014400000,1,10,0\n1710014460000,1,10,0\n1710014400000,2,10,0.00001\n1710014460000,2,10,0.00001\n",
		"micro.csv":    "device_id,fix_time,x,y\n1,1710014400000000,10,0\n1,1710014460000000,10,0\n2,1710014400000000,10,1\n2,1710014460000000,10,1\n",
		"bigquery.csv": "ssvid,timestamp,lat,lon\n1,2024-03-09 20:00:00 UTC,0,10\n1,2024-03-09 20:01:00.5 UTC,0,10\n2,2024-03-09 20:00:00 UTC,0.00001,10\n2,2024-03-09 20:01:00 UTC,0.00001,10\n",
		"plain.csv":    "time;id;x;y;angle\n0.00;0;10;0;180\n1.00;0;10;0;180\n0.00;1;10;1;0\n1.00;1;10;1;0\n",
		"east.csv":     "name,time,east,north\na,0,0,0\na,10,10,0\nb,0,5,0\nb,10,5,0\n",
		"when.csv":     "Vessel ID,Seen At,lon,lat\na,2024-07-30 06:17:43,1,2\na,2024-07-30 06:18:43,1,2\nb,2024-07-30 06:17:43,1,2.00001\nb,2024-07-30 06:18:43,1,2.00001\n",
		"mixed.csv":    "vessel,t,lon,lat\na,1710014400,1,2\na,1710014460000,1,2\n",
		"hours.csv":    "vessel,time,lon,lat\na,10:00,1,2\na,10:01,1,2\n",
		"places.csv":   "port,lon,lat\nA,10,0\n",
		"stamped.csv":  "id,t,lon,lat\n1,2024-03-09T20:00:00Z,10,0\n1,2024-03-09T20:01:00Z,10,0\n",
	} {
		write(t, name, text)
	}
	for _, c := range []struct{ args, want string }{
		{"join epoch.csv --distance 500m --max-gap 6h", "try: --lonlat --units t=unixms --columns id=vessel_id"},
		{"join micro.csv --distance 500m --max-gap 6h", "try: --units m,t=unixus --columns id=device_id,t=fix_time (left to say: m if the numbers are in these units)"},
		{"join micro.csv --distance 500 --units km", "try: --units km,t=unixus --columns id=device_id,t=fix_time"},
		{"join bigquery.csv --distance 500m", "try: --lonlat --columns id=ssvid,t=timestamp"},
		{"join plain.csv --distance 3m --max-gap 1min", "try: --units m,s --columns t=time (left to say: m,s if the numbers are in these units)"},
		{"join plain.csv --distance 3 --units-out km", "try: --units m --columns t=time (left to say: m if the numbers are in these units)"},
		{"join east.csv --distance 5", "try: --columns id=name,t=time,x=east,y=north"},
		{"join when.csv --distance 5m", "try: --lonlat --tz UTC --columns 'id=Vessel ID,t=Seen At'"},
		{"join mixed.csv --distance 5m", "try: --lonlat --columns id=vessel (left to say: column t counts seconds and milliseconds since 1970, which no unit fits)"},
		{"join hours.csv --distance 5m", `try: --lonlat --columns id=vessel,t=time (left to say: column time holds "10:00", which is no time; --time-layout says how times are written)`},
		{"join places.csv --distance 5m", "try: --lonlat --columns id=NAME,t=NAME (left to say: a column for each NAME)"},
		{"search --entries stamped.csv --queries places.csv --distance 5m --columns id=prot,t=none", `no column prot; there is "id", "t", "lon", "lat"`},
		{"search --entries stamped.csv --queries places.csv --distance 5m", "try: --query-lonlat --query-columns id=NAME,t=none (left to say: a column for each NAME; t=none takes the rows for places, beside a file with times)"},
	} {
		args := strings.Fields(c.args)
		r := invoke(t, "", args...)
		if r.status != cli.Failure || !strings.HasSuffix(r.err, c.want+"\n") {
			t.Errorf("%s: exit status %d, %swant %s", c.args, r.status, r.err, c.want)
			continue
		}
		further := pasted(t, r.err)
		for _, outgrown := range []bool{false, true} {
			again := invokeOn(t, streams{outgrown: outgrown}, append(args, further...)...)
			if further != nil && again.status != cli.OK && !strings.Contains(r.err, "10:00") {
				t.Errorf("%s %s: exit status %d, %s", c.args, further, again.status, again.err)
			}
		}
	}
}

// TestUnitsHinted: where columns are found and units are not, the hint of --units follows the sizes of times and keeps what was given.
func TestUnitsHinted(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	for name, times := range map[string][2]string{
		"plain.csv": {"0", "60"}, "s.csv": {"1710014400", "1710014460"}, "ms.csv": {"1710014400000", "1710014460000"}, "us.csv": {"1710014400000000", "1710014460000000"},
		"ns.csv": {"1710014400000000000", "1710014460000000000"}, "mixed.csv": {"1710014400", "1710014460000"},
	} {
		write(t, name, "id,t,x,y\n1,"+times[0]+",0,0\n1,"+times[1]+",0,0\n2,"+times[0]+",1,0\n2,"+times[1]+",1,0\n")
	}
	for _, c := range []struct{ args, want string }{
		{"plain.csv --max-gap 6h", "plain.csv has no unit of time; add --units m,s or"},
		{"s.csv --max-gap 6h", "add --units m,t=unix or"},
		{"ms.csv --max-gap 6h", "add --units m,t=unixms or"},
		{"us.csv --max-gap 6h", "add --units m,t=unixus or"},
		{"ns.csv --max-gap 6h", "add --units m,t=unixns or"},
		{"ms.csv --merge-gap 6h --units km", "add --units km,t=unixms or"},
		{"ms.csv --units-out km", "add --units m,t=unixms"},
		{"mixed.csv --max-gap 6h", "its times look like seconds and milliseconds since 1970, which no --units fits: mend them or"},
	} {
		for _, outgrown := range []bool{false, true} {
			r := invokeOn(t, streams{outgrown: outgrown}, append([]string{"join", "--distance", "5"}, strings.Fields(c.args)...)...)
			if r.status != cli.WrongUsage || !strings.Contains(r.err, c.want) {
				t.Errorf("%s, outgrown %v: exit status %d, %swant %s", c.args, outgrown, r.status, r.err, c.want)
			}
		}
	}
	for args, want := range map[string]string{
		"ms.csv":                  "times look like milliseconds since 1970; --units t=unixms takes them as such",
		"mixed.csv":               "times look like seconds and milliseconds since 1970, mixed: no unit fits them all",
		"ns.csv --units t=unixns": "t counts nanoseconds, and a time is the nearest float64 of seconds: up to 1.2e-07 s are lost",
		"us.csv --units t=unixus": "t counts microseconds, and a time is the nearest float64 of seconds: up to 1.2e-07 s are lost",
	} {
		if r := invoke(t, "", append([]string{"info"}, strings.Fields(args)...)...); r.status != cli.OK || !strings.Contains(r.out, want) {
			t.Errorf("info %s: exit status %d, %s%s, want %s", args, r.status, r.err, r.out, want)
		}
	}
	if r := invoke(t, "", "info", "ms.csv", "--units", "t=unixms"); strings.Contains(r.out, "are lost") {
		t.Errorf("milliseconds: %s", r.out)
	}
}

// TestNoDecimalsAsIDs: dbscan proposes a coordinate as the id only where its values are integers that differ.
func TestNoDecimalsAsIDs(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	for text, want := range map[string]string{
		"lon,lat\n10.5,20\n11.5,21\n": "", "x,y\n1,5.5\n2,6.5\n": "; not so? --columns id=x,x1=y\n", "x,y\n1,5\n1.0000001,6\n": "", "x,y\n1,5\n1,6\n": "", "x,y\n-3,5\n4,6\n": "; not so? --columns id=x,x1=y\n", "x,y\n1e300,5\n2,6\n": "",
	} {
		write(t, "p.csv", text)
		r := invoke(t, "", "dbscan", "p.csv", "--eps", "1", "--minpts", "1")
		if r.status != cli.OK || strings.Contains(r.err, "not so?") != (want != "") || !strings.Contains(r.err, want) {
			t.Errorf("%q: exit status %d, %swant %q", text, r.status, r.err, want)
		}
		if want != "" {
			if again := invoke(t, "", "dbscan", "p.csv", "--eps", "1", "--minpts", "1", "--columns", "id=x,x1=y"); again.status != cli.OK {
				t.Errorf("%q: the flags proposed: %s", text, again.err)
			}
		}
	}
}
