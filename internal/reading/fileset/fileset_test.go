package fileset

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flyby/internal/infile"
	"flyby/internal/reading"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// writeAll writes files into a folder and returns their paths, in order of names.
func writeAll(t *testing.T, folder string, files map[string]string) (paths []string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	slices.Sort(paths)
	return paths
}

// filesAt returns the files of some paths.
func filesAt(paths ...string) (files []File) {
	for _, path := range paths {
		files = append(files, File{Path: path})
	}
	return files
}

// storeText returns all contents of a store as text.
func storeText(s *trajectory.Store) string {
	var b strings.Builder
	fmt.Fprintln(&b, s.Dim(), s.Times(), s.Space(), s.IntIDs(), s.HasRadius(), s.Segments())
	for traj := range s.Trajectories() {
		first, last := s.Range(traj)
		fmt.Fprintln(&b, s.ID(traj), s.Radius(traj))
		for row := first; row < last; row++ {
			fmt.Fprintf(&b, " %x %x %x", s.T()[row], s.X()[row], s.Y()[row])
			if s.Dim() == 3 {
				fmt.Fprintf(&b, " %x", s.Z()[row])
			}
		}
		fmt.Fprintln(&b)
	}
	for p := range s.Pieces() {
		fmt.Fprintln(&b, p)
	}
	return b.String()
}

// scatteredRows returns random rows of some objects, whose ids are names if named, as one CSV and as CSV of several files. Where shuffled, a
// row may be in any file; otherwise files follow one another in time.
func scatteredRows(r *rand.Rand, objects, rows, files int, named, shuffled bool) (whole string, parts []string) {
	const header = "id,t,x,y,r\n"
	whole, parts = header, slices.Repeat([]string{header}, files)
	for n := range rows {
		object := r.IntN(objects)
		id := fmt.Sprint(object)
		if named && object%3 == 0 {
			id = "ship " + id
		}
		row := fmt.Sprintf("%s,%d,%v,%v,%d\n", id, n, r.Float64()*40, r.Float64()*40, object)
		whole += row
		part := n * files / rows
		if shuffled {
			part = r.IntN(files)
		}
		parts[part] += row
	}
	return whole, parts
}

// TestReadFilesIsRead: files read as a data set equal one file of all rows, in any order of their names, with any number of threads.
func TestReadFilesIsRead(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 3))
	for n := range 24 {
		named, shuffled, lonLat := n%2 == 0, n%4 < 2, n%3 == 0
		whole, parts := scatteredRows(r, 1+r.IntN(9), 200, 1+r.IntN(12), named, shuffled)
		o := format.Options{Reading: format.Reading{LonLat: lonLat, Threads: 1 + r.IntN(4)}, MaxGap: float64(r.IntN(2) * 20)}
		files := map[string]string{}
		for i, part := range parts {
			if strings.Count(part, "\n") > 1 {
				files[fmt.Sprintf("day%02d.csv", i)] = part
			}
		}
		paths := writeAll(t, t.TempDir(), files)
		r.Shuffle(len(paths), func(i, k int) { paths[i], paths[k] = paths[k], paths[i] })
		one := writeAll(t, t.TempDir(), map[string]string{"all.csv": whole})[0]
		want, told, err := Read(context.Background(), one, o)
		if err != nil {
			t.Fatal(err)
		}
		got, report, err := ReadFiles(context.Background(), filesAt(paths...), o)
		if err != nil {
			t.Fatal(err)
		}
		if a, b := storeText(got), storeText(want); a != b {
			t.Errorf("named %v, shuffled %v, degrees %v: %d files hold\n%s\nwant\n%s", named, shuffled, lonLat, len(paths), a, b)
		}
		if report.Rows != told.Rows || report.Split != told.Split || report.Added != told.Added || report.Files != len(paths) {
			t.Errorf("%+v, want %+v of %d files", report, told, len(paths))
		}
	}
}

// TestReadFilesRefuses: files that do not agree are an error with the names of both.
func TestReadFilesRefuses(t *testing.T) {
	const gpx = `<gpx version="1.1"><trk><trkseg><trkpt lat="1" lon="2"><time>2024-01-01T00:00:00Z</time></trkpt></trkseg></trk></gpx>`
	for name, c := range map[string]struct {
		files map[string]string
		want  []string
	}{
		"a clash":              {map[string]string{"a.csv": "id,t,x,y\n7,1,0,0\n7,2,5,5\n", "b.csv": "id,t,x,y\n7,2,5,6\n"}, []string{"b.csv:2: column t: \"2\"", "trajectory 7 is at another place", "a.csv:3"}},
		"the first clash":      {map[string]string{"a.csv": "id,t,x,y\n7,3,0,0\n8,2,5,5\n", "b.csv": "id,t,x,y\n7,3,5,6\n8,2,1,1\n"}, []string{"b.csv:3: column t: \"2\"", "trajectory 8", "a.csv:3"}},
		"a height that is not": {map[string]string{"a.csv": "id,t,x,y\n7,1,0,0\n", "b.csv": "id,t,x,y,z\n7,2,5,6,1\n"}, []string{"b.csv has heights", "a.csv has not"}},
		"a radius that is not": {map[string]string{"a.csv": "id,t,x,y,r\n7,1,0,0,1\n", "b.csv": "id,t,x,y\n7,2,5,6\n"}, []string{"a.csv has radii", "b.csv has not"}},
		"another radius":       {map[string]string{"a.csv": "id,t,x,y,r\n7,1,0,0,1\n", "b.csv": "id,t,x,y,r\n7,2,5,6,2\n"}, []string{"b.csv:2: column r: \"2\"", "(1) in", "a.csv"}},
		"other times":          {map[string]string{"a.csv": "id,t,x,y\n7,1,0,0\n", "b.csv": "id,t,x,y\n7,2024-01-01T00:00:00Z,5,6\n"}, []string{"times are numbers in", "a.csv, timestamps in", "b.csv"}},
		"degrees":              {map[string]string{"a.csv": "id,t,x,y\n7,1,0,0\n", "b.gpx": gpx}, []string{"positions are plain coordinates in", "a.csv, degrees in", "b.gpx"}},
		"presets":              {map[string]string{"a.csv": "id,t,x,y\n7,2024-01-01T00:00:00Z,0,0\n", "b.csv": "MMSI,BaseDateTime,LAT,LON\n7,2024-01-01T00:00:00,5,6\n"}, []string{"degrees in", "b.csv"}},
		"other presets":        {map[string]string{"a.csv": "MMSI,BaseDateTime,LAT,LON\n7,2024-01-02T00:00:00,5,6\n", "b.csv": "timestep_time;vehicle_id;vehicle_x;vehicle_y\n0;7;5;6\n"}, []string{"positions are degrees in", "a.csv, plain coordinates in", "b.csv"}},
		"a bad row":            {map[string]string{"a.csv": "id,t,x,y\n7,1,0,0\n", "b.csv": "id,t,x,y\n7,2,nan,6\n", "c.csv": "nothing\n"}, []string{"b.csv:2: column x"}},
		"a row out of order":   {map[string]string{"a.csv": "id,t,x,y\n7,1,0,0\n", "b.csv": "id,t,x,y\n7,3,1,1\n7,2,1,6\n"}, []string{"b.csv:3: column t: \"2\": earlier"}},
		"an empty file":        {map[string]string{"a.csv": "id,t,x,y\n7,1,0,0\n", "b.csv": ""}, []string{"b.csv: empty file"}},
		"two of one name":      {map[string]string{"a/w.gpx": gpx, "b/w.gpx": gpx}, []string{"b/w.gpx: has the id \"w\" after its name, as", "a/w.gpx has"}},
		"a file that is not":   {map[string]string{"a.csv": "id,t,x,y\n7,1,0,0\n", "b.pos": ""}, []string{"b.pos: unknown extension"}},
	} {
		t.Run(name, func(t *testing.T) {
			paths := writeAll(t, t.TempDir(), c.files)
			for _, threads := range []int{1, 3} {
				slices.Reverse(paths)
				_, _, err := ReadFiles(context.Background(), filesAt(paths...), format.Options{Reading: format.Reading{Threads: threads}})
				for _, want := range c.want {
					if err == nil || !strings.Contains(filepath.ToSlash(err.Error()), want) {
						t.Errorf("%v, want %q in it", err, want)
					}
				}
			}
		})
	}
}

// TestReadFilesRepeats: a row that is in two files is one row. Of two places at one time the first file's stays where bad rows are left
// out.
func TestReadFilesRepeats(t *testing.T) {
	files := map[string]string{
		"a.csv": "id,t,x,y\n7,1,0,0\n7,2,5,5\n8,2,1,1\n",
		"b.csv": "id,t,x,y\n7,2,5,5\n7,3,9,9\n8,1,0,0\n8,2,1,1\n",
		"c.csv": "id,t,x,y\n7,2,5,6\n7,4,-0,0\n9,nan,1,1\n",
	}
	paths := writeAll(t, t.TempDir(), files)
	store, report, err := ReadFiles(context.Background(), filesAt(paths[:2]...), format.Options{})
	if err != nil || report.Repeats != 2 || report.Rows != 7 || store.Samples() != 5 {
		t.Fatalf("%v, %+v, %d samples", err, report, store.Samples())
	}
	store, report, err = ReadFiles(context.Background(), filesAt(paths...), format.Options{Reading: format.Reading{SkipBadRows: true}})
	if err != nil || report.Repeats != 2 || report.Skipped != 2 || len(report.Reasons) != 2 || store.Samples() != 6 {
		t.Fatalf("%v, %+v", err, report)
	}
	if want := "c.csv:2: column t: \"2\": trajectory 7 is at another place"; !strings.Contains(report.Reasons[1], want) {
		t.Errorf("%q, want %q", report.Reasons, want)
	}
	if !slices.Equal(store.Y()[:4], []float64{0, 5, 9, 0}) {
		t.Errorf("%v", store.Y())
	}
}

// TestReadFilesIDs: formats without ids have the ids of their files, pieces of two files are not joined, and integers turn into names
// where one file has names.
func TestReadFilesIDs(t *testing.T) {
	track := func(day, name string) string {
		return fmt.Sprintf(`<gpx version="1.1"><trk>%s<trkseg><trkpt lat="1" lon="2"><time>2024-01-%sT00:00:00Z</time></trkpt><trkpt lat="1" lon="3"><time>2024-01-%[2]sT01:00:00Z</time></trkpt></trkseg></trk></gpx>`, name, day)
	}
	folder := t.TempDir()
	writeAll(t, folder, map[string]string{"ann/walk.gpx": track("01", "<name>x</name>"), "bob/walk.gpx": track("02", ""), "bob/walk.gpx.gz": "", "bob/.hidden.gpx": "", "bob/notes.md": ""})
	if err := os.Remove(filepath.Join(folder, "bob", "walk.gpx.gz")); err != nil {
		t.Fatal(err)
	}
	files, err := ListIn("", folder)
	if err != nil {
		t.Fatal(err)
	}
	store, _, err := ReadFiles(context.Background(), files, format.Options{})
	if err != nil || store.Trajectories() != 2 || store.ID(0) != "ann/walk" || store.ID(1) != "bob/walk" {
		t.Fatalf("%v, %v", err, store)
	}
	for i := range files {
		files[i].ID = "7"
	}
	store, _, err = ReadFiles(context.Background(), files, format.Options{})
	if err != nil || store.Trajectories() != 1 || store.Pieces() == nil || !store.IntIDs() {
		t.Fatalf("%v, %v", err, store)
	}
	pieces := 0
	for range store.Pieces() {
		pieces++
	}
	if pieces < 2 {
		t.Error("two tracks are one piece")
	}
}

// TestList: folders, patterns and names lead to files in order of paths, each once.
func TestList(t *testing.T) {
	t.Chdir(t.TempDir())
	writeAll(t, ".", map[string]string{
		"data/b/2.csv": "", "data/a/1.csv.gz": "", "data/a/.x.csv": "", "data/.git/3.csv": "", "data/README": "", "data/c.plt": "", "data/a/hits.svg": "", "other.csv": "", "odd[1].csv": "", "none/x.md": "",
	})
	for _, c := range []struct {
		names []string
		want  string
	}{
		{[]string{"data"}, "data/a/1.csv.gz(a/1) data/b/2.csv(b/2) data/c.plt(c)"},
		{[]string{"data/"}, "data/a/1.csv.gz(a/1) data/b/2.csv(b/2) data/c.plt(c)"},
		{[]string{"other.csv", "data/*/*.csv*", "-", "./other.csv"}, "-() data/a/1.csv.gz(a/1) data/b/2.csv(b/2) ./other.csv()"},
		{[]string{"data/a/.*.csv"}, "data/a/.x.csv(.x)"},
		{[]string{"data/[ab]"}, "data/a/1.csv.gz(a/1) data/b/2.csv(b/2)"},
		{[]string{"data/b", "data"}, "data/a/1.csv.gz(a/1) data/b/2.csv(b/2) data/c.plt(c)"},
		{[]string{"odd[1].csv", "gone.csv"}, "gone.csv() odd[1].csv()"},
	} {
		files, err := ListIn("", c.names...)
		var got []string
		for _, f := range files {
			got = append(got, fmt.Sprintf("%s(%s)", filepath.ToSlash(f.Path), f.ID))
		}
		if text := strings.Join(got, " "); err != nil || text != c.want {
			t.Errorf("%q: %v, %v, want %s", c.names, text, err, c.want)
		}
	}
	for _, name := range []string{"none", "gone*.csv"} {
		if _, err := ListIn("", name); !errors.Is(err, infile.ErrNoFiles) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := ListIn("", "gone["); !errors.Is(err, filepath.ErrBadPattern) {
		t.Error(err)
	}
}

// TestReadFilesStops: a reading ends with its context, and the error of one file ends those ahead of it.
func TestReadFilesStops(t *testing.T) {
	_, parts := scatteredRows(rand.New(rand.NewPCG(1, 1)), 5, 500, 40, false, false)
	files := map[string]string{}
	for i, part := range parts {
		files[fmt.Sprintf("%02d.csv", i)] = part
	}
	paths := writeAll(t, t.TempDir(), files)
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, _, err := ReadFiles(ctx, filesAt(paths...), format.Options{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	want := errors.New("enough")
	seen := 0
	_, _, err := ReadFileRows(context.Background(), filesAt(paths...), format.Options{Reading: format.Reading{Threads: 4}}, func(rows *reading.Rows, _ func(*trajectory.RowError) error) error {
		if seen++; rows.File == 7 {
			return want
		}
		return nil
	})
	if !errors.Is(err, want) || seen != 8 {
		t.Errorf("%v after %d files", err, seen)
	}
}

// TestReadFilesLaws: the store does not depend on how rows are divided among files, and a file without new rows changes nothing but the
// count of repeats.
func TestReadFilesLaws(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 34))
	for range 12 {
		_, parts := scatteredRows(r, 6, 120, 5, true, true)
		folder := t.TempDir()
		files := map[string]string{}
		for i, part := range parts {
			files[fmt.Sprintf("%d.csv", i)] = part
		}
		want, told, err := ReadFiles(context.Background(), filesAt(writeAll(t, folder, files)...), format.Options{})
		if err != nil {
			t.Fatal(err)
		}
		again := filesAt(writeAll(t, folder, map[string]string{"again/0.csv": parts[0], "again/3.csv": parts[3]})...)
		all, err := ListIn("", folder)
		if err != nil || len(all) != len(parts)+len(again) {
			t.Fatalf("%v, %v", all, err)
		}
		got, report, err := ReadFiles(context.Background(), all, format.Options{Reading: format.Reading{Threads: 1 + r.IntN(3)}})
		if err != nil || storeText(got) != storeText(want) {
			t.Fatalf("%v, %s\nwant %s", err, storeText(got), storeText(want))
		}
		added := strings.Count(parts[0]+parts[3], "\n") - 2
		if report.Repeats != added || report.Rows != told.Rows+added || report.Skipped != 0 {
			t.Errorf("%+v, want %d repeats", report, added)
		}
	}
}

// TestReadFilesHeld: a position that state vectors repeat over the end of an hour, with another height, is one sample.
func TestReadFilesHeld(t *testing.T) {
	const header = "time,icao24,lat,lon,velocity,heading,vertrate,callsign,onground,alert,spi,squawk,baroaltitude,geoaltitude,lastposupdate,lastcontact\n"
	state := func(time, lon string, height int, updated string) string {
		return fmt.Sprintf("%s,4b1812,47.1,%s,,,,,false,false,false,,%d,%d,%s,\n", time, lon, height, height, updated)
	}
	hours := []string{
		state("1000", "8.1", 300, "999") + state("1010", "8.1", 310, "999") + state("1020", "8.2", 320, "1019"),
		state("1030", "8.2", 330, "1019") + state("1040", "8.3", 340, "1039") + state("1050", ",", 340, "1049"),
	}
	paths := writeAll(t, t.TempDir(), map[string]string{"01.csv": header + hours[0], "02.csv": header + hours[1]})
	one := writeAll(t, t.TempDir(), map[string]string{"all.csv": header + hours[0] + hours[1]})[0]
	want, told, err := Read(context.Background(), one, format.Options{Reading: format.Reading{SkipBadRows: true}})
	if err != nil {
		t.Fatal(err)
	}
	got, report, err := ReadFiles(context.Background(), filesAt(paths...), format.Options{Reading: format.Reading{SkipBadRows: true}})
	if err != nil || storeText(got) != storeText(want) {
		t.Errorf("%v, %s\nwant %s", err, storeText(got), storeText(want))
	}
	if p, q := report.Preset, told.Preset; p.Name != "opensky" || p.Columns != q.Columns || p.Absent != q.Absent || p.Repeated+report.Repeats != q.Repeated || report.Skipped != told.Skipped {
		t.Errorf("%+v and %d repeats, want %+v", p, report.Repeats, q)
	}
}

// TestReadFilesLayouts: files of several presets, and of none, are one data set where they agree otherwise; each layout is reported once,
// and rows that presets left out are counted over all files.
func TestReadFilesLayouts(t *testing.T) {
	const of2024, aisdk = "MMSI,BaseDateTime,LAT,LON\n", "# Timestamp,Type of mobile,MMSI,Latitude,Longitude\n"
	folder := t.TempDir()
	paths := writeAll(t, folder, map[string]string{
		"a.csv": of2024 + "7,2024-01-01T00:00:00,,\n7,2024-01-01T00:01:00,5,6\n",
		"b.csv": "id,t,lon,lat\n7,2024-01-02T00:00:00Z,6,5\n",
		"c.csv": aisdk + "03/01/2024 00:00:00,Class A,7,5,6\n03/01/2024 00:01:00,Class A,7,91,181\n",
		"d.csv": of2024 + "7,2024-01-04T00:00:00,5,6\n7,2024-01-04T00:01:00,,\n",
	})
	first := func(name string) string { return filepath.Join(folder, name) }
	marinecadastre := format.Layout{Preset: "marinecadastre", Columns: "marinecadastre: id=MMSI t=BaseDateTime (UTC) x=LON y=LAT, degrees", Files: 2, First: first("a.csv")}
	want := []format.Layout{marinecadastre, {Preset: format.NoPreset, Columns: "", Files: 1, First: first("b.csv")}, {Preset: "aisdk", Columns: "aisdk: id=MMSI t=# Timestamp (UTC) x=Longitude y=Latitude, degrees", Files: 1, First: first("c.csv")}}
	for _, reversed := range []bool{false, true} {
		if reversed {
			slices.Reverse(paths)
		}
		store, report, err := ReadFiles(context.Background(), filesAt(paths...), format.Options{Reading: format.Reading{LonLat: true}})
		if err != nil || store.Trajectories() != 1 || store.Samples() != 4 || report.Rows != 7 {
			t.Fatalf("%v, %+v", err, report)
		}
		if !slices.Equal(report.Layouts, want) || report.Preset != (format.Preset{Name: "marinecadastre", Columns: marinecadastre.Columns, Absent: 3}) {
			t.Errorf("%+v", report)
		}
	}
	if _, report, err := ReadFiles(context.Background(), filesAt(first("a.csv"), first("d.csv")), format.Options{}); err != nil || report.Layouts != nil || report.Preset.Columns != marinecadastre.Columns {
		t.Errorf("files of one layout: %v, %+v", err, report)
	}
}

// TestReadFilesHeldBesides: two rows of state vectors at one time and place are one row whatever their heights, whatever files lie
// between them; a row of a file that does not repeat positions keeps its height.
func TestReadFilesHeldBesides(t *testing.T) {
	const header = "time,icao24,lat,lon,velocity,heading,vertrate,callsign,onground,alert,spi,squawk,baroaltitude,geoaltitude,lastposupdate,lastcontact\n"
	held := func(height int) string {
		return fmt.Sprintf(header+"1000,4b1812,47.1,8.1,,,,,false,false,false,,,%d,999,\n", height)
	}
	plain := func(id string, height int) string {
		return fmt.Sprintf("id,t,lon,lat,height\n%s,1970-01-01T00:16:39Z,8.1,47.1,%d\n", id, height)
	}
	for name, c := range map[string]struct {
		files   map[string]string
		repeats int
		clash   string
	}{
		"held, another between": {map[string]string{"a.csv": held(300), "b.csv": plain("other", 1), "c.csv": held(310)}, 1, ""},
		"held, another behind":  {map[string]string{"a.csv": held(300), "b.csv": held(310), "c.csv": plain("other", 1)}, 1, ""},
		"of both, one height":   {map[string]string{"a.csv": held(300), "b.csv": plain("4b1812", 300)}, 1, ""},
		"of both":               {map[string]string{"a.csv": held(300), "b.csv": plain("4b1812", 310)}, 0, "b.csv:2: column t"},
		"of both, held later":   {map[string]string{"a.csv": plain("4b1812", 310), "b.csv": held(300)}, 0, "b.csv:2: column lastposupdate"},
	} {
		_, report, err := ReadFiles(context.Background(), filesAt(writeAll(t, t.TempDir(), c.files)...), format.Options{Reading: format.Reading{LonLat: true}})
		switch {
		case c.clash == "" && (err != nil || report.Repeats != c.repeats):
			t.Errorf("%s: %v, %+v", name, err, report)
		case c.clash != "" && (err == nil || !strings.Contains(err.Error(), c.clash)):
			t.Errorf("%s: %v, want a clash", name, err)
		}
	}
}

// TestReadFilesUnits: files must agree in their units, by whatever names, and in having units.
func TestReadFilesUnits(t *testing.T) {
	s := &series{files: filesAt("a.fits", "b.fits")}
	s.report.Said = format.Units{Length: "kpc", Time: "s", Scale: "TDB"}
	for want, u := range map[string]format.Units{
		"":                                     {Length: "kpc", Time: "s", Scale: "TDB"},
		"lengths: kpc in a.fits, pc in b.fits": {Length: "pc", Time: "s", Scale: "TDB"},
		"times: s in a.fits, yr in b.fits":     {Length: "kpc", Time: "yr", Scale: "TDB"},
		"the time scale: TDB in a.fits, no unit in b.fits; --units": {Length: "kpc", Time: "s"},
		"lengths: kpc in a.fits, no unit in b.fits; --units says":   {Time: "s", Scale: "TDB"},
	} {
		if err := s.agreeUnits(1, u); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	paths := writeAll(t, t.TempDir(), map[string]string{"a.csv": "id,t,x,y\n7,1,0,0\n", "b.csv": "id,t,x,y\n7,2,0,0\n"})
	_, report, err := ReadFiles(context.Background(), filesAt(paths...), format.Options{Units: format.Units{Length: "kpc", Time: "Myr"}})
	if err != nil || report.Units.Length != "kpc" || report.Units.Time != "Myr" {
		t.Errorf("%v, %+v", err, report.Units)
	}
}

// TestReadFilesProgress: progress counts the bytes of all files as they are read, and never falls.
func TestReadFilesProgress(t *testing.T) {
	_, parts := scatteredRows(rand.New(rand.NewPCG(2, 2)), 5, 400, 9, false, false)
	files, size := map[string]string{}, int64(0)
	for i, part := range parts {
		files[fmt.Sprintf("%02d.csv", i)] = part
		size += int64(len(part))
	}
	last := int64(0)
	progress := func(done, total int64) {
		if done < last || total != size {
			t.Errorf("%d of %d bytes after %d, want them of %d", done, total, last, size)
		}
		last = done
	}
	paths := writeAll(t, t.TempDir(), files)
	_, report, err := ReadFiles(context.Background(), filesAt(paths...), format.Options{Reading: format.Reading{Progress: progress, Threads: 3}})
	if err != nil || last != size || report.Bytes != size {
		t.Errorf("%v, %d bytes told and %d reported, want %d", err, last, report.Bytes, size)
	}
	last, size = 0, 0 // a file of unknown size
	_, _, err = ReadFiles(context.Background(), filesAt("-", paths[8]), format.Options{Reading: format.Reading{Progress: progress, Stdin: strings.NewReader(parts[0])}})
	if err != nil || last == 0 {
		t.Errorf("%v, %d bytes told", err, last)
	}
}

// TestEstimateFiles: of many files some are read, and the others estimated by their size.
func TestEstimateFiles(t *testing.T) {
	files, rows := map[string]string{}, 0
	for i := range 3 * mostEstimated {
		n := 1 + i%7
		files[fmt.Sprintf("%03d.csv", i)] = "id,t,x,y\n" + strings.Repeat("1,2,3,4\n", n)
		rows += n
	}
	paths := writeAll(t, t.TempDir(), files)
	got, ok := EstimateFiles(filesAt(paths...), format.Options{})
	if lines := rows + len(paths); !ok || got < uint64(lines)*9/10 || got > uint64(lines)*11/10 {
		t.Errorf("%d, %v, want about %d", got, ok, lines)
	}
	for _, unknown := range []string{"-", "gone.csv"} {
		if _, ok := EstimateFiles(filesAt(paths[0], unknown), format.Options{}); ok {
			t.Errorf("the rows of %s are known", unknown)
		}
	}
}

// TestClashesChanged: a file that no longer has its row is an error, and so is a file that is gone.
func TestClashesChanged(t *testing.T) {
	paths := writeAll(t, t.TempDir(), map[string]string{"a.csv": "id,t,x,y\nship,1,0,0\n", "b.csv": "id,t,x,y\nship,2,0,0\n"})
	var report format.Report
	c := &Clashes{Files: filesAt(paths...), IDs: reading.IDs{Name: []string{"ship"}}, Report: &report}
	if err := c.Add(context.Background(), 0, 1, 0, 1); err == nil || !strings.HasSuffix(err.Error(), "b.csv: the file changed while it was read") {
		t.Error(err)
	}
	if err := os.Remove(paths[1]); err != nil {
		t.Fatal(err)
	}
	if err := c.Add(context.Background(), 0, 1, 0, 1); err == nil || !strings.Contains(err.Error(), "trajectory ship is at another place at this time in "+paths[0]+":2") {
		t.Error(err)
	}
	c.Options.SkipBadRows = true
	for range infile.MostReasons + 2 {
		if err := c.Add(context.Background(), 0, 1, 0, 1); err != nil {
			t.Error(err)
		}
	}
	if report.Skipped != infile.MostReasons+2 || len(report.Reasons) != infile.MostReasons {
		t.Errorf("%+v", report)
	}
}

// TestFilesTellOfHeights: the report says that files with z have heights, and others not, as for one file.
func TestFilesTellOfHeights(t *testing.T) {
	for text, want := range map[string]bool{"id,t,x,y,z\n%d,0,1,2,3\n": true, "id,t,x,y\n%d,0,1,2\n": false} {
		paths := writeAll(t, t.TempDir(), map[string]string{"a.csv": fmt.Sprintf(text, 1), "b.csv": fmt.Sprintf(text, 2)})
		for _, files := range [][]File{filesAt(paths...), filesAt(paths[0])} {
			if _, report, err := ReadFiles(t.Context(), files, format.Options{}); err != nil || report.Heights != want {
				t.Errorf("%d files of %q: heights %t, %v", len(files), text, report.Heights, err)
			}
		}
	}
}
