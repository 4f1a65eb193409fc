package main

import (
	"strings"
	"testing"

	"flyby/internal/cli"
)

// TestObjects: --level objects writes a row for each trajectory that meets others, of a join both trajectories of an
// encounter, of a search the query, in order; conditions and cuts apply to these rows, in every format with the same
// values, in memory and in slabs.
func TestObjects(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	// b is next to a from 0 to 10, and twice next to c, which is next to no other object; d is alone.
	write(t, "met.csv", "id,t,x,y,name\nb,0,0,0,Bo\nb,10,0,0,Bo\na,0,0.5,0,Al\na,10,0.5,0,Al\nc,0,-1,0,\nc,2,-1,0,\nc,4,-9,0,\nc,6,-1,0,\nc,8,-1,0,\nd,0,99,0,Di\nd,10,99,0,Di\n")
	write(t, "ask.csv", "id,t,x,y,name\nq,0,0,1,Qu\nq,5,0,1,Qu\nz,0,50,0,Zo\n")
	const columns = "traj_id,partners,encounters,duration,longest,d_min"
	for given, want := range map[string]string{
		"join met.csv --distance 1":                                                           columns + "\na,1,1,10,10,0.5\nb,2,3,14,10,0.5\nc,1,2,4,2,1\n",
		"join met.csv --distance 1 --with name":                                               columns + ",name\na,1,1,10,10,0.5,Al\nb,2,3,14,10,0.5,Bo\nc,1,2,4,2,1,\n",
		"join met.csv --distance 1 --min-duration 5":                                          columns + "\na,1,1,10,10,0.5\nb,1,1,10,10,0.5\n",
		"join met.csv --distance 1 --merge-gap 5":                                             columns + "\na,1,1,10,10,0.5\nb,2,2,18,10,0.5\nc,1,1,8,8,1\n",
		"join met.csv --distance 1 --having partners=1 --having longest<5":                    columns + "\nc,1,2,4,2,1\n",
		"join met.csv --distance 1 --having duration>=14":                                     columns + "\nb,2,3,14,10,0.5\n",
		"join met.csv --distance 1 --top 2 --having traj_id!=a":                               columns + "\nb,2,3,14,10,0.5\nc,1,2,4,2,1\n",
		"join met.csv --distance 1 --units m,s --units-out km --having d_min>=1m":             columns + "\nc,1,2,4,2,0.001\n",
		"join met.csv --distance 1 --limit 1":                                                 columns + "\na,1,1,10,10,0.5\n",
		"join met.csv --distance 1 --with name --having name=Bo --count":                      "1\n",
		"search --entries met.csv --queries ask.csv --distance 1 --with name":                 columns + ",name\nq,1,1,5,5,1,Qu\n",
		"search --entries ask.csv --queries met.csv --distance 1.2":                           columns + "\na,1,1,5,5,1.118033988749895\nb,1,1,5,5,1\n",
		"join met.csv --distance 1 --level encounters --having query_traj=a --having d_min<1": "query_traj,entry_traj,t_enter,t_exit,t_closest,d_min,v_closest,open\na,b,0,10,0,0.5,0,both\n",
	} {
		args := strings.Fields(given)
		if !strings.Contains(given, "--level") {
			args = append(args, "--level", "objects")
		}
		for _, s := range []streams{{}, {outgrown: true}} {
			if r := invokeOn(t, s, args...); r.status != cli.OK || r.out != want {
				t.Errorf("%s: %+v, want %s", given, r, want)
			}
		}
	}
	r := invokeOn(t, streams{terminal: true}, words("join met.csv --distance 1 --level objects --out met.ndjson --having partners>1")...)
	if want := `{"traj_id":"b","partners":2,"encounters":3,"duration":14,"longest":10,"d_min":0.5}` + "\n"; read(t, "met.ndjson") != want || !strings.Contains(r.err, " hits in 3 encounters of 3 objects, --having leaves 1 object  ") {
		t.Errorf("%s, %s", read(t, "met.ndjson"), r.err)
	}
}

// TestObjectsRefuse: flags that rows of objects do not take are wrong usage, and verify names the level to verify in
// place of their file.
func TestObjectsRefuse(on *testing.T) {
	t := beside(on)
	inputs(t)
	for given, wants := range map[string]string{
		"join good.csv --distance 1 --level objects --with speeds":                 "--with speeds: is not for --level objects, which have several encounters; columns of the input are",
		"join ships.csv --lonlat --distance 5km --level objects --out map.geojson": "--out map.geojson: is for --level encounters and --level pairs; objects have no t_closest",
		"join good.csv --distance 1 --level objects --having query_traj=1":         `no column "query_traj"; there is "traj_id", "partners", "encounters", "duration", "longest", "d_min"`,
		"join good.csv --distance 1 --level object":                                `--level "object": must be hits, encounters, pairs or objects: is it objects?`,
	} {
		if r := invoke(t, "", strings.Fields(given)...); r.status != cli.WrongUsage || !strings.Contains(r.err, wants) || r.out != "" {
			t.Errorf("%s: %+v, want %q", given, r, wants)
		}
	}
	for _, path := range []string{"objects.csv", "objects.parquet", "objects.ndjson.gz"} {
		must(t, words("join ships.csv --lonlat --distance 5km --level objects --out %s", path)...)
		r := invoke(t, "", words("verify %s --entries ships.csv --lonlat --distance 5km", path)...)
		if r.status != cli.Failure || !strings.Contains(r.err, path+": a file of objects, whose rows are sums over all pairs: take the encounters that they are made of, a file of --level encounters with the same flags") {
			t.Errorf("%s: %+v", path, r)
		}
	}
}
