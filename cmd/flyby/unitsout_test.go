package main

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"flyby/internal/cli"
	"flyby/internal/tier"
)

// converted returns a number times an exact factor, rounded once.
func converted(v float64, over, under int64) float64 {
	r := new(big.Rat).SetFloat64(v)
	out, _ := r.Mul(r, big.NewRat(over, under)).Float64()
	return out
}

// TestUnitsOut: distances and speeds of an answer are the numbers in the units of the data, converted exactly and rounded once; all other
// columns are unchanged.
func TestUnitsOut(on *testing.T) {
	t := beside(on)
	inputs(t)
	for _, c := range []struct {
		args      []string
		distances []string
		speeds    []string
	}{
		{words("join ships.csv --lonlat --distance 5km --with speeds,positions"), []string{"d_min"}, []string{"v_closest", "query_speed", "entry_speed"}},
		{words("join ships.csv --lonlat --distance 5km --level pairs"), []string{"d_min"}, []string{"v_closest"}},
		{words("join aircraft.csv --lonlat --units z=m --distance 50km --vertical 1km --with positions"), []string{"d_min", "dz_closest"}, []string{"v_closest"}},
		{words("join good.csv --units m,s --distance 5 --with positions,speeds"), []string{"d_min"}, []string{"v_closest", "query_speed", "entry_speed"}},
	} {
		plain := must(t, c.args...)
		header := strings.Split(strings.SplitN(plain, "\n", 2)[0], ",")
		for out, of := range map[string][2]bool{"km": {true, false}, "km/h": {false, true}, "km,km/h": {true, true}, "km/h,km": {true, true}} {
			want := table(t, plain)
			for _, row := range want {
				for k, name := range header {
					for _, d := range c.distances {
						if d == name && of[0] {
							row[k] = fmt.Sprint(converted(value(t, row[k]), 1, 1000))
						}
					}
					for _, v := range c.speeds {
						if v == name && of[1] && row[k] != "" {
							row[k] = fmt.Sprint(converted(value(t, row[k]), 3600, 1000))
						}
					}
				}
			}
			got := table(t, must(t, with(c.args, "--units-out", out)...))
			if len(got) != len(want) || len(got) == 0 {
				t.Fatalf("%v --units-out %s: %d rows, want %d", c.args, out, len(got), len(want))
			}
			for i, row := range got {
				for k, cell := range row {
					if same := cell == want[i][k]; !same && (cell == "" || value(t, cell) != value(t, want[i][k])) {
						t.Errorf("%v --units-out %s: row %d, %s: %s, want %s", c.args, out, i, header[k], cell, want[i][k])
					}
				}
			}
		}
	}
}

// TestUnitsOutInEveryFormat: the formats have the same numbers, Parquet records their units, and for the others the summary does.
func TestUnitsOutInEveryFormat(on *testing.T) {
	t := beside(on)
	inputs(t)
	args := words("join ships.csv --lonlat --distance 5km --with speeds --units-out nmi,kn")
	want := table(t, must(t, args...))
	must(t, with(args, "--out", "met.ndjson")...)
	must(t, with(args, "--out", "met.geojson")...)
	must(t, with(args, "--out", "met.parquet")...)
	type row struct {
		Distance float64  `json:"d_min" parquet:"d_min"`
		Speed    *float64 `json:"query_speed" parquet:"query_speed"`
	}
	packed, err := parquet.ReadFile[row](t.at("met.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(read(t, "met.ndjson"), "\n")
	var collection struct {
		Features []struct{ Properties row }
	}
	if err := json.Unmarshal([]byte(read(t, "met.geojson")), &collection); err != nil {
		t.Fatal(err)
	}
	for i, fields := range want {
		var line row
		if err := json.Unmarshal([]byte(lines[i]), &line); err != nil {
			t.Fatal(err)
		}
		distance, speed := value(t, fields[5]), value(t, fields[8])
		for _, r := range []row{packed[i], line, collection.Features[i].Properties} {
			if r.Distance != distance || r.Speed == nil || *r.Speed != speed {
				t.Errorf("row %d: %v and %v, want %v and %v", i, r.Distance, r.Speed, distance, speed)
			}
		}
	}
	if got, want := unitsOfParquet(t, "met.parquet"), `{"d_min":"nmi","v_closest":"kn","query_speed":"kn","entry_speed":"kn"}`; got != want {
		t.Errorf("metadata %s, want %s", got, want)
	}
	var said struct {
		Units, UnitsOut struct{ Length, Time, Speed string }
	}
	r := invoke(t, "", with(args, "--json", "--out", "met.csv")...)
	lines = strings.Split(strings.TrimSpace(r.err), "\n")
	text := strings.Replace(lines[len(lines)-1], "units_out", "unitsOut", 1)
	if err := json.Unmarshal([]byte(text), &said); err != nil || said.UnitsOut.Length != "nmi" || said.UnitsOut.Speed != "kn" || said.Units.Length != "m" {
		t.Errorf("%s: %+v, %v", text, said, err)
	}
	if r := invoke(t, "", with(args, "--verbose", "--out", "met.csv")...); !strings.Contains(r.err, "\ndistances in nmi, speeds in kn (--units-out)\n") {
		t.Errorf("%s", r.err)
	}
}

// TestUnitsOutRefused: unknown units, and units of quantities that the data or the rows lack, are refused.
func TestUnitsOutRefused(on *testing.T) {
	t := beside(on)
	inputs(t)
	for args, want := range map[string]string{
		"join good.csv --distance 1 --units-out km":                                      "--units-out km: good.csv has no unit of length; add --units m,s",
		"join good.csv --distance 1 --units m --units-out kn":                            "--units-out kn: good.csv has no unit of time; add --units m,s",
		"join good.csv --distance 1 --units-out s":                                       `"s": must be a unit of length (m, km,`,
		"join good.csv --distance 1 --units-out ''":                                      `"": must be a unit of length`,
		"join good.csv --distance 1 --units-out km,m":                                    "km and m: one unit of length, and one of speed",
		"join good.csv --distance 1 --units-out km/s,kn":                                 "km/s and kn: one unit of length, and one of speed",
		"convoys good.csv --distance 1 --units m,s --min-size 2 --units-out km":          "unknown flag: --units-out",
		"search --entries good.csv --queries good.csv --distance 1 --units-out parsec/s": `"parsec/s": must be a unit of length`,
	} {
		if r := invoke(t, "", quotedWords(args)...); r.status != cli.WrongUsage || !strings.Contains(r.err, want) {
			t.Errorf("%s: exit status %d, %swant %s", args, r.status, r.err, want)
		}
	}
}

// TestVerifyOfUnitsOut: verify accepts files in other units with the flag that made them; Parquet records its units itself, and a flag that
// differs is wrong. Cuts by distances that are equal once they are written are accepted, too.
func TestVerifyOfUnitsOut(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	inputs(t)
	herd(t, "herd.csv", 20)
	for _, ask := range []string{
		"--entries ships.csv --lonlat --distance 5km --with speeds --units-out nmi,kn",
		"--entries ships.csv --lonlat --distance 5km --level pairs --units-out ft --merge-gap 30min",
		"--entries aircraft.csv --lonlat --distance 500ft --vertical 100ft --units-out ft,kn --with positions,both",
		"--entries herd.csv --units m,s --distance 1 --units-out Mpc,kpc/Myr --top 9 --with both",
		"--entries herd.csv --units m,s --distance 1 --units-out km --top 30 --level pairs",
		"--entries herd.csv --units m,s --distance 1 --units-out km/h --level hits --with speeds",
	} {
		for _, ext := range []string{".csv", ".parquet"} {
			if r := invoke(t, "", words("join %s --out met%s", ask, ext)...); r.status != cli.OK {
				t.Fatalf("%s: %+v", ask, r)
			}
			if r := invoke(t, "", words("verify met%s %s", ext, ask)...); r.status != cli.OK || !strings.Contains(r.out, "as they should be (") && !strings.Contains(r.out, "lets the file go") {
				t.Errorf("%s: %s: %+v", ext, ask, r)
			}
		}
		before, rest, _ := strings.Cut(ask, " --units-out ")
		out, after, _ := strings.Cut(rest, " ")
		if r := invoke(t, "", words("verify met.parquet %s %s", before, after)...); r.status != cli.OK {
			t.Errorf("%s of metadata: %+v", ask, r)
		}
		if r := invoke(t, "", words("verify met.csv %s %s", before, after)...); r.status != cli.Failure {
			t.Errorf("%s without --units-out: %+v", ask, r)
		}
		other := "mi"
		if strings.HasPrefix(out, "km/h") {
			other = "mph"
		}
		if r := invoke(t, "", words("verify met.parquet %s %s --units-out %s", before, after, other)...); r.status != cli.Failure || !strings.Contains(r.err, ", not in "+other) {
			t.Errorf("%s in %s: %+v", ask, other, r)
		}
	}
}

// TestVerifyOfEqualDistancesOut: of two distances that round to one number in another unit the lesser comes first, and a cut may leave out
// either.
func TestVerifyOfEqualDistancesOut(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	near := 1.99
	for converted(near, 1, 1000) != converted(math.Nextafter(near, 2), 1, 1000) {
		near = math.Nextafter(near, 2)
	}
	text := "id,t,x,y\n"
	for id, x := range []float64{0, math.Nextafter(near, 2), 100, 100} {
		y := 0.0
		if id == 3 {
			y = near
		}
		text += fmt.Sprintf("%d,0,%v,%v\n%d,1,%v,%v\n", id, x, y, id, x, y)
	}
	write(t, "rest.csv", text)
	told := words("--distance 2 --units m,s --units-out km")
	for _, cut := range [][]string{nil, words("--top 1"), words("--top 2"), words("--top 3"), words("--top 2 --with both")} {
		if r := invoke(t, "", with(told, with(cut, words("join rest.csv --out near.csv")...)...)...); r.status != cli.OK {
			t.Fatalf("%+v", r)
		}
		rows := table(t, read(t, "near.csv"))
		if len(cut) == 2 && rows[0][0] != "2" || value(t, rows[0][5]) != converted(near, 1, 1000) {
			t.Fatalf("%v: %v", cut, rows)
		}
		if r := invoke(t, "", with(told, with(cut, words("verify near.csv --entries rest.csv")...)...)...); r.status != cli.OK {
			t.Errorf("%v: %+v", cut, r)
		}
	}
}
