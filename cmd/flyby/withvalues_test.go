package main

import (
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A flight is a row of a file with two columns of values.
type flight struct {
	id         string
	t, x, y    float64
	sign, tail string
}

// flights makes rows of objects that meet, whose sign changes and is empty in some rows; some rows repeat others, some come too early, some jump.
func flights(rng *rand.Rand, objects, steps int) (all []flight) {
	now := make([]float64, objects)
	for range objects * steps {
		i := rng.IntN(objects)
		now[i] += float64(rng.IntN(3))
		f := flight{fmt.Sprint("o", i), now[i], rng.Float64(), rng.Float64(), []string{"", "", "A", "B", "12"}[rng.IntN(5)], strconv.Itoa(i)}
		switch rng.IntN(20) {
		case 0:
			f.t -= 3 // too early
		case 1:
			f.x = 900 // too fast
		}
		all = append(all, f)
		if rng.IntN(6) == 0 { // a repeat with another sign
			f.sign = []string{"", "A", "C"}[rng.IntN(3)]
			all = append(all, f)
		}
	}
	return all
}

// writeFlights writes rows to a file.
func writeFlights(t *place, name string, rows []flight) {
	t.Helper()
	text := "id,t,x,y,sign,tail\n"
	for _, f := range rows {
		text += fmt.Sprintf("%s,%v,%v,%v,%s,%s\n", f.id, f.t, f.x, f.y, f.sign, f.tail)
	}
	write(t, name, text)
}

// goodFlights are rows that are neither too early nor at another place at the time of the row before.
func goodFlights(rows []flight) (good []flight) {
	last := map[string]flight{}
	for _, f := range rows {
		before, known := last[f.id]
		if known && (f.t < before.t || f.t == before.t && (f.x != before.x || f.y != before.y)) {
			continue
		}
		good, last[f.id] = append(good, f), f
	}
	return good
}

// signAt is the sign of an object at a time, or in its first row.
func signAt(good []flight, id string, t float64, first bool) (sign string) {
	then, found := 0.0, false
	for _, f := range good {
		switch {
		case f.id != id || first && found:
		case first:
			sign, found = f.sign, true
		case f.sign == "":
		case !found || f.t <= t && f.t > then:
			sign, then, found = f.sign, f.t, true
		}
	}
	return sign
}

// TestWithIsOfTheMoment: each row has, for both of its trajectories, the value of the column at its closest approach, of hits at its beginning, and of
// objects in the first row; first:NAME has the first row's; by a pass over all rows. Data that outgrow memory, other formats and a search of queries give the same.
func TestWithIsOfTheMoment(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	for seed := range uint64(2) {
		rng := rand.New(rand.NewPCG(seed, 16))
		rows := flights(rng, 6, 40)
		writeFlights(t, "all.csv", rows)
		other := flights(rng, 3, 30)
		writeFlights(t, "other.csv", other)
		good := [2][]flight{goodFlights(rows), goodFlights(rows)}
		for level, at := range map[string]string{"encounters": "t_closest", "pairs": "t_closest", "hits": "t_enter", "objects": ""} {
			for _, command := range [][]string{{"join", "all.csv"}, {"search", "--entries", "all.csv", "--queries", "other.csv"}} {
				if command[0] == "search" {
					good[0] = goodFlights(other)
				} else {
					good[0] = good[1]
				}
				args := append(slices.Clone(command), "--distance", "0.1", "--level", level, "--skip-bad-rows", "--max-speed", "5", "--max-gap", "9", "--with", "sign,first:sign,tail")
				out := invoke(t, "", args...).out
				wantSigns(t, fmt.Sprint("seed ", seed, ": ", args), out, at, good)
				wantSigns(t, fmt.Sprint("seed ", seed, ": ", args, " in a window"), invoke(t, "", with(args, "--from", "10", "--to", "30")...).out, at, good)
				args[slices.Index(args, "all.csv")] = "-"
				if got := invokeOn(t, streams{in: strings.NewReader(read(t, "all.csv")), outgrown: true}, with(args, "--memory", "4GB", "--device", "cpu")...); got.out != out {
					t.Fatalf("%v --memory: %s\n%s\nwant %s", args, got.err, got.out, out)
				}
			}
		}
	}
}

// wantSigns compares the signs of rows with the rows of the input: good has those of the queries and of the entries.
func wantSigns(t *place, of, out, at string, good [2][]flight) {
	t.Helper()
	all, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil || len(all) < 3 {
		t.Fatalf("%s: %v, %d rows", of, err, len(all))
	}
	column := func(row []string, name string) string { return row[slices.Index(all[0], name)] }
	for _, row := range all[1:] {
		if at == "" {
			if got, want := column(row, "sign"), signAt(good[0], column(row, "traj_id"), 0, true); got != want {
				t.Fatalf("%s: %v: want %q", of, row, want)
			}
			continue
		}
		now := value(t, column(row, at))
		for i, side := range []string{"query", "entry"} {
			id := column(row, side+"_traj")
			for name, want := range map[string]string{"sign": signAt(good[i], id, now, false), "first:sign": signAt(good[i], id, 0, true), "tail": id[1:]} {
				if got := column(row, side+"_"+name); got != want {
					t.Fatalf("%s: %v: %s_%s is %q, want %q", of, row, side, name, got, want)
				}
			}
		}
	}
}

// TestWithFirst: a column of the very name first:sign comes before the first value of sign, and what is no column is refused.
func TestWithFirst(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "a.csv", "id,t,x,y,sign,first:sign\n1,0,0,0,A,X\n1,1,0,0,B,Y\n2,0.5,5,5,A,X\n2,1,0,0,A,\n")
	join := []string{"join", "a.csv", "--distance", "0.1"}
	if row := table(t, must(t, with(join, "--with", "first:sign,sign")...))[0]; !slices.Equal(row[8:], []string{"Y", "X", "B", "A"}) {
		t.Errorf("%q", row)
	}
	write(t, "b.csv", "id,t,x,y,size\n1,0,0,0,1\n1,1,0,0,big\n2,0.5,5,5,3\n2,1,0,0,4.50\n")
	join[1] = "b.csv"
	out := must(t, with(join, "--with", "first:size,size", "--out", "b.ndjson")...)
	if got := read(t, "b.ndjson"); !strings.HasSuffix(got, `"query_first:size":1,"entry_first:size":3,"query_size":"big","entry_size":"4.50"}`+"\n") {
		t.Errorf("%s%s", out, got)
	}
	if r := invoke(t, "", with(join, "--with", "first:sizes")...); r.status == 0 || !strings.Contains(r.err, `first:sizes`) {
		t.Errorf("status %d, %q", r.status, r.err)
	}
	must(t, with(join, "--with", "size", "--out", "c.parquet")...)
	if r := invoke(t, "", "verify", "c.parquet", "--entries", "b.csv", "--distance", "0.1", "--with", "size"); r.status != 0 {
		t.Errorf("verify: %q", r.err)
	}
	if rows := table(t, must(t, with(join, "--with", "size,both", "--having", "query_size=big")...)); len(rows) != 1 || rows[0][8] != "big" {
		t.Errorf("%q", rows)
	}
}
