package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// fourShips are trajectories: a and b are 1 apart from 0 to 10, c is 1 from b from 0 to 4 and again at 10, d is one sample 1 from a at 5.
const fourShips = "traj_id,t,x,y\na,0,0,0\na,10,10,0\nb,0,0,1\nb,10,10,1\nc,0,0,2\nc,4,4,2\nc,6,6,6\nc,10,10,2\nd,5,5,0\n"

// TestConvoys: groups are written as rows of members and as rows of groups, of numbers and of timestamps, with gaps and in a window, in
// memory and in slabs.
func TestConvoys(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "a.csv", fourShips)
	write(t, "s.csv", "id,t,x,y\n7,2024-05-01T12:00:00Z,0,0\n7,2024-05-01T13:00:00Z,3600,0\n9,2024-05-01T12:30:00Z,1800,3\n9,2024-05-01T13:30:00Z,5400,3\n")
	write(t, "f.csv", "id,t,x,y\n1,0,0,0\n1,3,0,0\n2,0,3,0\n2,3,6,0\n") // apart at 2, which is computed as 1.9999999999999996
	const all = "0,0,4,3,a\n0,0,4,3,b\n0,0,4,3,c\n1,0,10,2,a\n1,0,10,2,b\n"
	for _, c := range []struct{ args, want string }{
		{"a.csv --distance 1 --min-size 2 --min-duration 1", "group,t_start,t_end,size,traj_id\n" + all},
		{"--entries a.csv --distance 1 --min-size 2 --min-duration 0", "group,t_start,t_end,size,traj_id\n" + all + "2,5,5,3,a\n2,5,5,3,b\n2,5,5,3,d\n3,10,10,3,a\n3,10,10,3,b\n3,10,10,3,c\n"},
		{"a.csv --distance 1 --min-size 2 --min-duration 0 --having size>2 --having t_end>4 --having traj_id!=b", "group,t_start,t_end,size,traj_id\n2,5,5,3,a\n2,5,5,3,d\n3,10,10,3,a\n3,10,10,3,c\n"},
		{"a.csv --distance 1 --min-size 2 --min-duration 1 --level groups --having size=2", "group,t_start,t_end,size\n1,0,10,2\n"},
		{"s.csv --distance 3 --min-size 2 --min-duration 0 --having t_start>2024-05-01T12:30:00Z", "group,t_start,t_end,size,traj_id\n"},
		{"s.csv --distance 3 --min-size 2 --min-duration 0 --having t_start>=2024-05-01T12:30:00Z --having traj_id=9", "group,t_start,t_end,size,traj_id\n0,2024-05-01T12:30:00Z,2024-05-01T13:00:00Z,2,9\n"},
		{"a.csv --distance 1 --min-size 2 --min-duration 1 --level groups", "group,t_start,t_end,size\n0,0,4,3\n1,0,10,2\n"},
		{"a.csv --distance 1 --min-size 3 --min-duration 5 --max-break 6.5 --level groups", "group,t_start,t_end,size\n0,0,10,3\n"},
		{"a.csv --distance 1 --min-size 2 --min-duration 1 --max-gap 4 --level groups", "group,t_start,t_end,size\n"},
		{"a.csv --distance 1 --min-size 2 --min-duration 1 --from 3 --to 7 --level groups", "group,t_start,t_end,size\n0,3,4,3\n1,3,7,2\n"},
		{"f.csv --distance 5 --min-size 2 --min-duration 2 --level groups", "group,t_start,t_end,size\n0,0,2,2\n"},
		{"s.csv --distance 3 --min-size 2 --min-duration 0", "group,t_start,t_end,size,traj_id\n0,2024-05-01T12:30:00Z,2024-05-01T13:00:00Z,2,7\n0,2024-05-01T12:30:00Z,2024-05-01T13:00:00Z,2,9\n"},
		{"s.csv --distance 3m --units m --min-size 2 --min-duration 30min --level groups", "group,t_start,t_end,size\n0,2024-05-01T12:30:00Z,2024-05-01T13:00:00Z,2\n"},
	} {
		args := append([]string{"convoys", "--device", "cpu"}, strings.Fields(c.args)...)
		if r := invoke(t, "", args...); r.status != 0 || r.out != c.want {
			t.Errorf("%s: %+v, want %s", c.args, r, c.want)
		}
		if r := invokeOn(t, streams{outgrown: true}, args...); r.status != 0 || r.out != c.want {
			t.Errorf("%s, in slabs: %+v, want %s", c.args, r, c.want)
		}
	}
}

// TestConvoysOnClock: convoys and moving clusters are written as rows, of numbers and of timestamps.
func TestConvoysOnClock(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "a.csv", fourShips)
	write(t, "s.csv", "id,t,x,y\n7,1970-01-01T00:00:10Z,0,0\n7,1970-01-01T00:00:50Z,40,0\n9,1970-01-01T00:00:20Z,10,3\n9,1970-01-01T00:00:50Z,40,3\n")
	for _, c := range []struct{ args, want string }{
		{"a.csv --method cmc --distance 1 --min-ticks 2 --clock 2", "group,t_start,t_end,size,traj_id\n0,0,4,3,a\n0,0,4,3,b\n0,0,4,3,c\n1,0,10,2,a\n1,0,10,2,b\n"},
		{"a.csv --method cmc --distance 1 --min-ticks 1 --clock 5 --level groups", "group,t_start,t_end,size\n0,0,0,3\n1,0,10,2\n2,5,5,3\n3,10,10,3\n"},
		{"a.csv --method cmc --distance 1 --min-ticks 1 --clock 2.5 --origin 1 --from 3 --to 9 --level groups", "group,t_start,t_end,size\n0,3.5,3.5,3\n1,3.5,8.5,2\n"},
		{"a.csv --method mc --distance 1 --min-ticks 3 --clock 4", "group,t,size,traj_id\n0,0,3,a\n0,0,3,b\n0,0,3,c\n0,4,3,a\n0,4,3,b\n0,4,3,c\n0,8,2,a\n0,8,2,b\n"},
		{"a.csv --method mc --distance 1 --min-ticks 3 --clock 4 --having t>=4 --having traj_id!=b", "group,t,size,traj_id\n0,4,3,a\n0,4,3,c\n0,8,2,a\n"},
		{"a.csv --method mc --distance 1 --min-ticks 2 --clock 4 --level groups", "group,t_start,t_end,size\n0,0,8,3\n"},
		{"a.csv --method mc --distance 1 --min-ticks 2 --clock 4 --theta 0.7 --level groups", "group,t_start,t_end,size\n0,0,4,3\n"},
		{"s.csv --method cmc --distance 3 --min-ticks 3 --clock 15 --level groups", "group,t_start,t_end,size\n"},
		{"s.csv --method cmc --distance 3 --min-ticks 2 --clock 15s --units m --level groups", "group,t_start,t_end,size\n0,1970-01-01T00:00:30Z,1970-01-01T00:00:45Z,2\n"},
		{"s.csv --method cmc --distance 3 --min-ticks 2 --clock 15 --origin 1970-01-01T00:00:05Z --level groups", "group,t_start,t_end,size\n0,1970-01-01T00:00:20Z,1970-01-01T00:00:50Z,2\n"},
	} {
		if r := invoke(t, "", append([]string{"convoys", "--min-size", "2"}, strings.Fields(c.args)...)...); r.status != 0 || r.out != c.want {
			t.Errorf("%s: %+v, want %s", c.args, r, c.want)
		}
	}
	never := []string{"convoys", "a.csv", "--min-size", "2", "--distance", "1", "--method", "mc", "--min-ticks", "2", "--clock", "100", "--origin", "50"}
	if r := invoke(t, "", append(never, "--from", "1")...); r.status != 0 || r.out != "group,t,size,traj_id\n" || !strings.Contains(r.err, "the clock does not tick in the data, which are from 0 to 10, looked at from 1") {
		t.Errorf("%+v", r)
	}
	r := invoke(t, "", append(never, "--json", "--radius", "2")...)
	if !strings.Contains(r.err, "radii are not looked at by --method mc") || !strings.Contains(r.err, `"ticks":0,"ticks_clustered":0,`) || !strings.Contains(r.err, `"theta":0.5,`) {
		t.Errorf("%+v", r)
	}
	if r := invoke(t, "", "convoys", "a.csv", "--verbose", "--min-size", "2", "--distance", "1", "--method", "cmc", "--min-ticks", "2", "--clock", "1"); !strings.Contains(r.err, "2 groups of 11 ticks, 11 clustered") {
		t.Error(r.err)
	}
	held := []string{"convoys", "a.csv", "--min-size", "2", "--distance", "1", "--method", "cmc", "--min-ticks", "2", "--clock", "1"}
	if r, want := invokeOn(t, streams{outgrown: true}, held...), invoke(t, "", held...); r.status != cli.OK || r.out != want.out {
		t.Errorf("read to a folder: %+v, want %+v", r, want)
	}
}

// TestConvoysOutside: a warning reports a window or clock that meets none of the data, and none appears for one that meets some.
func TestConvoysOutside(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "a.csv", fourShips) // from 0 to 10
	for window, told := range map[string]bool{"--from 11": true, "--to -1": true, "--from 10": false, "--to 0": false, "--from 2 --to 3": false} {
		r := invoke(t, "", words("convoys a.csv --min-size 2 --min-duration 5 --distance 1 %s", window)...)
		if r.status != 0 || strings.Contains(r.err, "nothing is there: the data are from 0 to 10, ") != told {
			t.Errorf("%s: %+v", window, r)
		}
	}
}

// TestConvoysWrite: convoys writes every format of tables, and --json has its summary.
func TestConvoysWrite(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "a.csv", fourShips)
	args := func(out string, more ...string) []string {
		return append([]string{"convoys", "a.csv", "--device", "cpu", "--distance", "1", "--min-size", "3", "--min-duration", "1", "--out", out}, more...)
	}
	must(t, args("g.ndjson")...)
	if got, want := read(t, "g.ndjson"), `{"group":0,"t_start":0,"t_end":4,"size":3,"traj_id":"a"}`; !strings.HasPrefix(got, want) {
		t.Errorf("got %s, want %s", got, want)
	}
	must(t, args("g.parquet")...)
	if got := read(t, "g.parquet"); !strings.HasPrefix(got, "PAR1") || !strings.Contains(got, "t_start") {
		t.Errorf("%d bytes of Parquet", len(got))
	}
	r := invoke(t, "", args("g.csv", "--json", "--level", "groups")...)
	lines := strings.Split(strings.TrimSpace(r.err), "\n")
	var m convoySummary
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &m); err != nil || r.status != 0 {
		t.Fatalf("%v, %+v", err, r)
	}
	if m.Command != "convoys" || m.Entries != 6 || m.EntryTrajs != 4 || m.Groups != 1 || m.Rows != 1 || *m.Encounters != 5 || m.Device == "" || m.Out != "g.csv" {
		t.Errorf("%+v", m)
	}
	for _, key := range []string{`"load_s":`, `"index_s":`, `"search_s":`, `"cluster_s":`, `"write_s":`, `,"method":"group","device":`, `,"min_size":3,"min_duration":1,"max_break":0,"units":`} {
		if !strings.Contains(lines[len(lines)-1], key) {
			t.Errorf("no %s in %s", key, lines[len(lines)-1])
		}
	}
	if r := invoke(t, "", args("h.csv", "--verbose")...); !strings.Contains(r.err, "1 group of 5 encounters") {
		t.Error(r.err)
	}
}

// TestConvoysRefuse: flags that are missing or wrong end with the exit status of wrong usage, the allowed values, and no file.
func TestConvoysRefuse(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "a.csv", fourShips)
	const sized = " --distance 1 --min-size 2"
	const good = sized + " --min-duration 1"
	for _, c := range []struct{ args, want string }{
		{good, "flyby: FILE is missing"},
		{"a.csv --min-size 2 --min-duration 1", "--distance D is missing"},
		{"a.csv --distance 1 --min-duration 1", "--min-size M is missing: 2 or more"},
		{"a.csv --min-ticks 3" + good, "--min-duration and --min-ticks: one of the two only"},
		{"a.csv --method mc --min-ticks 2 --clock 1 --origin 2024-05-01" + sized, "--origin 2024-05-01: the times of the data are numbers"},
		{"a.csv --method mc --min-ticks 2 --clock 1 --device gpu" + sized, "--device gpu: method mc runs on the cpu only"},
		{"a.csv --method mc --min-ticks 2 --clock 1min" + sized, "has no unit of time"},
		{"a.csv --max-break -2" + good, "--max-break -2: must be a number, 0 or more"},
		{"a.csv --device tpu" + good, `--device "tpu": `},
		{"a.csv --from 5 --to 4" + good, "--from 5 is after --to 4"},
		{"a.csv --distance 1km --min-size 2 --min-duration 1", "has no unit of length"},
		{"a.csv --distance 1 --min-size 2 --min-duration 1min", "has no unit of time"},
		{"a.csv --out g.geojson" + good, "--out g.geojson: GeoJSON has places, and groups have none"},
		{"a.csv --out a.csv" + good, "is the same file as"},
		{"a.csv --memory 0B" + good, "--memory 0: must be more than nothing"},
		{"missing.csv" + good, "missing.csv"},
	} {
		r := invoke(t, "", append([]string{"convoys"}, strings.Fields(c.args)...)...)
		if !strings.Contains(r.err, c.want) || r.status != cli.WrongUsage && c.args != "missing.csv"+good {
			t.Errorf("%s: %+v, want %s", c.args, r, c.want)
		}
	}
	if left, err := os.ReadDir(t.at(".")); err != nil || len(left) != 1 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
