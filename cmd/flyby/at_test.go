package main

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"flyby/internal/cli"
	pointformat "flyby/points/format"
)

// TestAt: at writes the positions of objects at an instant, in numbers, timestamps and degrees, with gaps, as text and as arrays,
// and selfjoin reads them.
func TestAt(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "a.csv", "traj_id,t,x,y\nb,0,0,0\nb,10,10,20\na,5,1,1\na,30,1,6\n")
	write(t, "s.csv", "id,t,x,y\n7,2024-05-01T12:00:00,0,0\n7,2024-05-01T13:00:00,3600,0\n")
	write(t, "d.csv", "id,t,lon,lat\n1,0,0,0\n1,1,0.001,0\n")
	write(t, "m.csv", "MMSI,BaseDateTime,LAT,LON\n1,2024-05-01T12:00:00,10,20\n1,2024-05-01T12:00:10,10.5,20\n")
	write(t, "h.csv", "id,t,lon,lat,height\n1,0,0,60,100\n1,1,0,60,200\n2,0,180,0,0\n2,1,-179,0,0\n") // 2 across the date line
	for _, c := range []struct{ args, want string }{
		{"--entries a.csv --time 5", "id,x1,x2\na,1,1\nb,5,10\n"},
		{"--entries a.csv --time 10", "id,x1,x2\na,1,2\nb,10,20\n"},
		{"--entries a.csv --time 20 --max-gap 20", "id,x1,x2\n"},
		{"--entries a.csv --time 30 --max-gap 20", "id,x1,x2\na,1,6\n"},
		{"--entries a.csv --time 2.5 --where traj_id!=a", "id,x1,x2\nb,2.5,5\n"},
		{"--entries s.csv --tz +02:00 --time 2024-05-01T10:30:00Z", "id,x1,x2\n7,1800,0\n"},
		{"--entries s.csv --tz +02:00 --time 2024-05-01T12:30:00", "id,x1,x2\n7,1800,0\n"},
		{"--entries d.csv --lonlat --time 0", "id,lon,lat\n1,0,0\n"},
		{"--entries d.csv --time 0.5", "id,lon,lat\n1,0.0005,0\n"},
		{"--entries m.csv --preset marinecadastre --time 2024-05-01T12:00:00Z", "id,lon,lat\n1,20,10\n"},
		{"--entries h.csv --time 0.5", "id,lon,lat,height\n1,0,60,150\n2,-179.5,0,0\n"},
		{"--entries h.csv --time 0.5 --height none", "id,lon,lat\n1,0,60\n2,-179.5,0\n"},
		{"--entries h.csv --time 7", "id,lon,lat,height\n"},
		{"--entries h.csv --time 0.5 --columns x=lon,y=lat,z=height --units ,s", "id,x1,x2,x3\n1,0,60,150\n2,0.5,0,0\n"},
	} {
		if r := invoke(t, "", append([]string{"at"}, strings.Fields(c.args)...)...); r.status != 0 || r.out != c.want {
			t.Errorf("%s: %+v, want %s", c.args, r, c.want)
		}
	}
	must(t, "at", "--entries", "a.csv", "--time", "5", "--out", "a.npy")
	s, _, err := pointformat.Read(context.Background(), t.at("a.npy"), pointformat.Options{})
	if err != nil || s.Len() != 2 || s.Column(1)[1] != 10 {
		t.Errorf("%v, %v", s, err)
	}
	must(t, "at", "--entries", "a.csv", "--time", "10", "--out", "places.csv")
	if got := must(t, "selfjoin", "--points", "places.csv", "--eps", "21"); got != "id_a,id_b\na,b\n" {
		t.Error(got)
	}
}

// TestAtInDegrees: commands on points take positions in degrees with --lonlat, from text, Parquet and arrays, and fail with the
// flag's name without it; Parquet has the units.
func TestAtInDegrees(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "d.csv", "id,t,lon,lat,height\na,0,0,0,5\na,1,0.001,0,5\nb,0,0,0.0004,5\nb,1,0.001,0.0004,5\nc,0,0,1,5\nc,1,0,1,5\n")
	at := []string{"at", "--entries", "d.csv", "--time", "0.5"}
	pairs := func(file, stdin string, more ...string) result {
		return invoke(t, stdin, append([]string{"selfjoin", "--points", file, "--eps", "50"}, more...)...)
	}
	piped := invoke(t, "", at...).out
	if r := pairs("-", piped, "--lonlat"); r.out != "id_a,id_b\na,b\n" || strings.Contains(r.err, "as degrees") {
		t.Errorf("piped: %+v", r)
	}
	if r := pairs("-", piped); !strings.Contains(r.err, ": lon and lat are numbers as any other: --lonlat takes them as degrees\n") {
		t.Errorf("without --lonlat: %+v", r)
	}
	for _, name := range []string{"p.csv.gz", "p.parquet", "p.npy"} {
		invoke(t, "", append(at, "--out", name)...)
		want := "id_a,id_b\na,b\n"
		if name == "p.npy" {
			want = "id_a,id_b\n0,1\n"
		}
		if r := pairs(name, "", "--lonlat"); r.out != want {
			t.Errorf("%s: %+v", name, r)
		}
	}
	if text := read(t, "p.parquet"); !strings.Contains(text, `"lon":"deg","lat":"deg","height":"m"`) {
		t.Error("Parquet says no units")
	}
}

// TestAtSummary: --json counts the objects, and an instant without objects is reported.
func TestAtSummary(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "a.csv", "traj_id,t,x,y\nb,0,0,0\nb,10,10,20\n")
	r := invoke(t, "", "at", "--entries", "a.csv", "--time", "11", "--json", "--out", "p.csv")
	lines := strings.Split(strings.TrimSpace(r.err), "\n")
	var m atSummary
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &m); err != nil || r.status != 0 {
		t.Fatalf("%v, %+v", err, r)
	}
	if m.Command != "at" || m.Time != 11 || m.Trajectories != 1 || m.Points != 0 || m.Dimensions != 2 || m.Out != "p.csv" {
		t.Errorf("%+v", m)
	}
	if !strings.Contains(r.err, "nothing is there at 11: the data are from 0 to 10") {
		t.Error(r.err)
	}
	if got, err := os.ReadFile(t.at("p.csv")); err != nil || string(got) != "id,x1,x2\n" {
		t.Errorf("%s, %v", got, err)
	}
}

// TestAtRefuses: flags that are missing or wrong, and an instant that the data cannot have, are refused.
func TestAtRefuses(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "a.csv", "traj_id,t,x,y\nb,0,0,0\n")
	write(t, "s.csv", "id,t,x,y\n7,2024-05-01T12:00:00Z,0,0\n")
	for _, c := range []struct{ args, want string }{
		{"--time 5", "FILE is missing"},
		{"--entries a.csv", "--time T is missing"},
		{"--entries a.csv --time noon", `--time "noon": must be a number, a date such as 2024-05-01, or a time such as 2024-05-01T12:00:00Z`},
		{"--entries a.csv --time 2024-05-01", "--time 2024-05-01: the times of the data are numbers"},
		{"--entries s.csv --time 5", "--time 5: the data have timestamps"},
		{"--entries a.csv --time 5 --out p.geojson", "--out p.geojson: unknown extension (known: .csv, .parquet, .arrows, .ndjson, .jsonl, .npy; "},
		{"--entries a.csv --time 5 --out a.csv", "--out a.csv: is the same file as --entries a.csv"},
		{"--entries a.csv --time 5 --out=", "--out: no file name"},
	} {
		if r := invoke(t, "", append([]string{"at"}, strings.Fields(c.args)...)...); r.status != 2 || !strings.Contains(r.err, c.want) {
			t.Errorf("%s: %+v, want %s", c.args, r, c.want)
		}
	}
}

// TestGeneratePoints: generate writes sets of points as text and as arrays, and refuses sets that it lacks.
func TestGeneratePoints(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		args               string
		points, dimensions int
	}{
		{"syn-uniform --n 3 --scale 0.0001 --out p.npy", 200, 3},
		{"lss-uniform --scale 0.0001 --out p.csv", 100, 16},
		{"receivers --like SW3DA --scale 0.0001 --out p.npy.gz", 186, 3},
		{"features --like CoocTexture --scale 0.01 --out p.csv.zst", 680, 16},
	} {
		args := strings.Fields(c.args)
		must(t, append([]string{"generate"}, args...)...)
		s, _, err := pointformat.Read(context.Background(), args[len(args)-1], pointformat.Options{Reading: pointformat.Reading{Folder: t.folder}})
		if err != nil || s.Len() != c.points || s.Dimensions() != c.dimensions {
			t.Errorf("%s: %v, %v", c.args, s, err)
		}
	}
	for args, want := range map[string]string{
		"sky --like SW1":         "--like SW1: must be one of SDSS1, SDSS2, SDSS3, SDSS2DA, SDSS2DB",
		"syn-uniform --like SW1": "--like SW1: syn-uniform stands for no set of a paper",
		"sky --n 3":              "--n 3: sky has as many as the set that it stands for",
		"syn-uniform --n 0":      "--n 0: must be 1 to 4096",
		"syn-uniform --n 5000":   "--n 5000: must be 1 to 4096",
		"galaxy --n 3":           "--n: is for points: syn-uniform, ",
		"galaxy --like SW1":      "--like: is for points: syn-uniform, ",
		"sky --out p.gpx":        "--out p.gpx: unknown extension (known: .csv, .parquet, ",
		"sky --scale 0":          "--scale 0",
		"galaxy --out p.npy":     "--out p.npy: unknown extension",
		"skies":                  `"skies": must be galaxy, `,
	} {
		if r := invoke(t, "", append([]string{"generate"}, strings.Fields(args)...)...); r.status != 2 || !strings.Contains(r.err, want) {
			t.Errorf("%s: %+v, want %s", args, r, want)
		}
	}
}

// TestAtFiles: at takes its files as join does: as arguments or behind --entries, one or several, a folder, a pattern or standard input, before flags and behind them, and not in both ways.
func TestAtFiles(on *testing.T) {
	t := beside(on)
	inputs(t)
	good := read(t, "good.csv")
	for _, pair := range [][2]string{
		{"good.csv", "--entries good.csv"}, {"days", "--entries days"}, {"days/*.csv", "--entries days/*.csv"}, {"days/mon.csv days/tue.csv", "--entries days/mon.csv --entries days/tue.csv"}, {"-", "--entries -"},
		{"days.zip", "--entries days.zip"}, {"days/mon.csv --quiet days/tue.csv", "--entries days/tue.csv --entries days/mon.csv"},
	} {
		want, r := invoke(t, good, words("at %s --time 1", pair[1])...), invoke(t, good, words("at %s --time 1", pair[0])...)
		if r.status != cli.OK || r.out != want.out || r.err != want.err || strings.Count(r.out, "\n") < 2 {
			t.Errorf("at %s: status %d, stdout %q, stderr %q, want %+v", pair[0], r.status, r.out, r.err, want)
		}
	}
	for line, want := range map[string]string{
		"at --time 1": "flyby: FILE is missing (see flyby at --help)\n",
		"at good.csv --entries good.csv --time 1": "flyby: \"good.csv\": the files stand as arguments or behind --entries, and --entries good.csv is given too (see flyby at --help)\n",
		"at good.csv":                           "flyby: --time T is missing (see flyby at --help)\n",
		"at - - --time 1":                       "flyby: FILE \"-\": standard input can be read once only (see flyby at --help)\n",
		"at good.csv --time 1 --out ./good.csv": "flyby: --out ./good.csv: is the same file as FILE good.csv (see flyby at --help)\n",
	} {
		if r := invoke(t, "", words("%s", line)...); r.status != cli.WrongUsage || r.err != want {
			t.Errorf("flyby %s: status %d, stderr %q", line, r.status, r.err)
		}
	}
}
