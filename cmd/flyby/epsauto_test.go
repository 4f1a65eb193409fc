package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"flyby/cluster"
	"flyby/internal/cli"
)

// crowded writes two crowds of points and noise.
func crowded(t *place, name string) {
	t.Helper()
	r := rand.New(rand.NewPCG(31, 32))
	text := "x,y\n"
	for i := range 330 {
		x, y := 0.1*r.NormFloat64()+float64(i%2)*3, 0.1*r.NormFloat64()
		if i%11 == 0 {
			x, y = 8*r.Float64()-2, 8*r.Float64()-4
		}
		text += fmt.Sprintf("%v,%v\n", x, y)
	}
	write(t, name, text)
}

// TestEpsAuto: --eps auto prints the eps that it takes in full, with the distances, and writes the same bytes as a run with that eps, by
// each method on each device; --explain has the same table.
func TestEpsAuto(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	crowded(t, "p.csv")
	table := must(t, "dbscan", "p.csv", "--minpts", "4", "--explain", "--out", "none.csv")
	_, eps, _ := strings.Cut(table, "their knee, which --eps auto takes: --eps ")
	eps = strings.TrimSpace(eps)
	want := must(t, "dbscan", "p.csv", "--minpts", "4", "--eps", eps)
	if !strings.HasPrefix(table, "distance of each point to its neighbour number 3 (--minpts 4 counts the point itself), of 330 points:\n  10 %  0.") || strings.Count(table, " %  ") != 7 {
		t.Errorf("%s", table)
	}
	var line string
	for _, device := range []string{"cpu", "opencl:0"} {
		for _, method := range cluster.Methods() {
			r := invoke(t, "", "dbscan", "p.csv", "--minpts", "4", "--eps", "auto", "--method", method, "--device", device)
			_, told, _ := strings.Cut(r.err, "p.csv: distance of each")
			told, stood, _ := strings.Cut(told, "flyby: no method that auto takes finds nearest points on ")
			if (stood != "") != (device != "cpu") {
				t.Errorf("%s on %s: the cpu's part is told as %q", method, device, stood)
			}
			if r.status != cli.OK || r.out != want || !strings.HasSuffix(told, " at 99 %; their knee is --eps "+eps+"\n") || line != "" && line != told {
				t.Errorf("%s on %s: status %d, %s; want --eps %s", method, device, r.status, r.err, eps)
			}
			line = told
		}
	}
	for row := range strings.Lines(table) {
		if percent, distance, ok := strings.Cut(strings.TrimSpace(row), " %  "); ok && !strings.Contains(line, fmt.Sprintf(" %s at %s %%", distance, percent)) {
			t.Errorf("%s at %s %% is not in %s", distance, percent, line)
		}
	}
	if files := folder(t); strings.Contains(files, "none.csv") {
		t.Errorf("--explain leaves %s", files)
	}
}

// TestEpsAutoJSON: the summary and --explain --json have the eps and the distances.
func TestEpsAutoJSON(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	crowded(t, "p.csv")
	var s struct {
		Eps       float64
		Distances []cluster.Quantile
	}
	r := invoke(t, "", "dbscan", "p.csv", "--minpts", "4", "--eps", "auto", "--json", "--out", "out.csv")
	lines := strings.Split(strings.TrimSpace(r.err), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &s); err != nil || r.status != cli.OK || len(s.Distances) != 7 || s.Eps <= s.Distances[0].Distance {
		t.Fatalf("%v, %+v, %s", err, s, r.err)
	}
	var m distanceTable
	r = invoke(t, "", "dbscan", "p.csv", "--minpts", "4", "--explain", "--json")
	if err := json.Unmarshal([]byte(r.out), &m); err != nil || m.Type != "explanation" || m.Points != 330 || m.MinPoints != 4 || m.Eps == nil || *m.Eps != s.Eps || fmt.Sprint(m.Distances) != fmt.Sprint(s.Distances) {
		t.Errorf("%v, %s", err, r.out)
	}
	r = invoke(t, "", "dbscan", "p.csv", "--minpts", "4", "--explain", "--json", "--where", "x<-1")
	if err := json.Unmarshal([]byte(r.out), &m); err != nil || m.Eps != nil || !strings.Contains(m.Why, "of at least 100") {
		t.Errorf("%v, %s", err, r.out)
	}
}

// TestNoEpsAuto: without a knee the distances are printed all the same, and the error names --eps; flags that exclude --eps auto are wrong
// usage.
func TestNoEpsAuto(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	crowded(t, "p.csv")
	write(t, "line.csv", "x\n"+strings.Repeat("1\n3\n", 100))
	for line, why := range map[string]string{
		"line.csv --minpts 3": "minpts 3: the distances have no knee: all are 0; --eps E says the distance", "p.csv --where x<-0.5 --minpts 3": " points, of at least 100; --eps E says the distance",
		"p.csv --minpts 400": "minpts 400: the distances have no knee: there are 330 points; --eps E says the distance",
	} {
		r := invoke(t, "", append([]string{"dbscan", "--eps", "auto", "--out", "out.csv", "--quiet"}, strings.Fields(line)...)...)
		told := strings.Count(r.err, ".csv: distance of each point to its neighbour number 2 (--minpts 3 counts the point itself): ")
		if r.status != cli.Failure || !strings.Contains(r.err, why) || told != strings.Count(line, "minpts 3") || strings.Contains(folder(t), "out.csv") {
			t.Errorf("%s: status %d, %s, want %s", line, r.status, r.err, why)
		}
	}
	for line, why := range map[string]string{
		"--eps auto --eps 1 --minpts 3": "--eps auto and --eps 1: one of the two only", "--eps auto,1 --minpts 3": `--eps "auto,1": `, "--eps auto --minpts 3,4": "--minpts 3,4: must be one number, 2 or more, where --eps is auto, or explained",
		"--eps auto --minpts 1": "--minpts 1: must be one number", "--explain --minpts 1": "--minpts 1: must be one number", "--explain": "--minpts M is missing",
		"--eps 1 --minpts 3 --explain": "--explain and --eps 1: --explain shows distances by which --eps is chosen", "--minpts 3": "--explain shows distances to choose it by",
	} {
		refusedFlag(t, why, append([]string{"dbscan", "p.csv"}, strings.Fields(line)...)...)
	}
}
