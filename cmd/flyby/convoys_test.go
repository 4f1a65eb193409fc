package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// fourShips are trajectories: a and b are 1 apart from 0 to 10, c is 1 from b from 0 to 4 and again at 10, d is one sample beside a at 5.
const fourShips = "traj_id,t,x,y\na,0,0,0\na,10,10,0\nb,0,0,1\nb,10,10,1\nc,0,0,2\nc,4,4,2\nc,6,6,6\nc,10,10,2\nd,5,5,0\n"

// TestConvoys: groups as rows, of members and of groups, of numbers and of timestamps, with gaps and in a window, whole and in slabs.
func TestConvoys(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "a.csv", fourShips)
	write(t, "s.csv", "id,t,x,y\n7,2024-05-01T12:00:00Z,0,0\n7,2024-05-01T13:00:00Z,3600,0\n9,2024-05-01T12:30:00Z,1800,3\n9,2024-05-01T13:30:00Z,5400,3\n")
	const all = "0,0,4,3,a\n0,0,4,3,b\n0,0,4,3,c\n1,0,10,2,a\n1,0,10,2,b\n"
	for _, c := range []struct{ args, want string }{
		{"a.csv --distance 1 --min-size 2 --min-duration 1", "group,t_start,t_end,size,traj_id\n" + all},
		{"--entries a.csv --distance 1 --min-size 2 --min-duration 0", "group,t_start,t_end,size,traj_id\n" + all + "2,5,5,3,a\n2,5,5,3,b\n2,5,5,3,d\n3,10,10,3,a\n3,10,10,3,b\n3,10,10,3,c\n"},
		{"a.csv --distance 1 --min-size 2 --min-duration 1 --level groups", "group,t_start,t_end,size\n0,0,4,3\n1,0,10,2\n"},
		{"a.csv --distance 1 --min-size 3 --min-duration 5 --max-break 6.5 --level groups", "group,t_start,t_end,size\n0,0,10,3\n"},
		{"a.csv --distance 1 --min-size 2 --min-duration 1 --max-gap 4 --level groups", "group,t_start,t_end,size\n"},
		{"a.csv --distance 1 --min-size 2 --min-duration 1 --from 3 --to 7 --level groups", "group,t_start,t_end,size\n0,3,4,3\n1,3,7,2\n"},
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

// TestConvoysWrite: the formats of tables, and what --json says.
func TestConvoysWrite(t *testing.T) {
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
	if m.Command != "convoys" || m.Entries != 6 || m.EntryTrajs != 4 || m.Groups != 1 || m.Rows != 1 || m.Encounters != 5 || m.Method != "group" || m.Device == "" || m.MinDuration != 1 || m.Out != "g.csv" {
		t.Errorf("%+v", m)
	}
	for _, key := range []string{"load_s", "index_s", "search_s", "cluster_s", "write_s"} {
		if !strings.Contains(lines[len(lines)-1], `"`+key+`":`) {
			t.Errorf("no %s in %s", key, lines[len(lines)-1])
		}
	}
	if r := invoke(t, "", args("h.csv", "--verbose")...); !strings.Contains(r.err, "1 group of 5 encounters") {
		t.Error(r.err)
	}
}

// TestConvoysRefuse: flags that are missing or wrong end with the status of wrong usage, what is allowed, and no file.
func TestConvoysRefuse(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "a.csv", fourShips)
	const good = " --distance 1 --min-size 2 --min-duration 1"
	for _, c := range []struct{ args, want string }{
		{good, "--entries FILE is missing"},
		{"a.csv --min-size 2 --min-duration 1", "--distance D is missing"},
		{"a.csv --distance 1 --min-duration 1", "--min-size M is missing: 2 or more"},
		{"a.csv --distance 1 --min-size 2", "--min-duration T"},
		{"a.csv --distance -1 --min-size 2 --min-duration 1", "--distance -1: must be a number, 0 or more"},
		{"a.csv --distance 1 --min-size 1 --min-duration 1", "--min-size 1: must be 2 or more"},
		{"a.csv --distance 1 --min-size 2 --min-duration -1", "--min-duration -1: must be a number, 0 or more"},
		{"a.csv --max-break -2" + good, "--max-break -2: must be a number, 0 or more"},
		{"a.csv --level hits" + good, `--level "hits": must be members or groups`},
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
	if left, err := os.ReadDir("."); err != nil || len(left) != 1 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
