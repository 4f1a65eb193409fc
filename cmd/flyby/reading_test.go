package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// withoutTaken removes the lines about the columns that commands on points took, and an eps, about samples far apart in time,
// and about a distance above the extent of all data: tests that want many hits ask for such a distance.
func withoutTaken(told string) string {
	return regexp.MustCompile(`(?m)^flyby: (.*: coordinates .*; id .*|.*: distance of each point .*; their knee is --eps .*|--distance .*: more than the extent of all data, .*|.* straight lines? joins? samples .*)\n`).ReplaceAllString(told, "")
}

// customers writes a file of two crowds of fifty customers each, whose ids are far apart.
func customers(t *place) {
	t.Helper()
	t.Chdir(t.TempDir())
	var text strings.Builder
	text.WriteString("customer_id,a,b\n")
	for i := range 100 {
		x := 10*(i/50) + 1
		fmt.Fprintf(&text, "%d,%v,%v\n", 1000+7*i, float64(x)+float64(i%7)/50, float64(x)+float64(i%5)/50)
	}
	write(t, "cid.csv", text.String())
}

// TestClustersOfCustomers: ids are no coordinates, and the line that says so names a flag that reads the file otherwise.
func TestClustersOfCustomers(on *testing.T) {
	t := beside(on)
	customers(t)
	dbscan := func(more ...string) result {
		return invoke(t, "", append([]string{"dbscan", "--points", "cid.csv", "--eps", "0.5", "--minpts", "4"}, more...)...)
	}
	r := dbscan()
	const line = "flyby: cid.csv: coordinates a, b; id customer_id; not so? --columns x1=customer_id,x2=a,x3=b\n"
	if r.status != cli.OK || strings.Count(r.out, ",0,") != 50 || strings.Count(r.out, ",1,") != 50 || !strings.Contains(r.out, "\n1007,0,core\n") || r.err != line {
		t.Errorf("status %d, %d and %d in the clusters, %q", r.status, strings.Count(r.out, ",0,"), strings.Count(r.out, ",1,"), r.err)
	}
	if other := dbscan("--columns", "id=customer_id"); other.out != r.out || other.err != line {
		t.Errorf("ids named alone: %+v", other)
	}
	if other := dbscan("--columns", "x1=customer_id,x2=a,x3=b"); strings.Count(other.out, "noise") != 100 || other.err != "flyby: cid.csv: coordinates customer_id, a, b; id the number of the row\n" {
		t.Errorf("followed: %d of noise, %q", strings.Count(other.out, "noise"), other.err)
	}
	if quiet := dbscan("--quiet"); quiet.out != r.out || quiet.err != "" {
		t.Errorf("--quiet: %q", quiet.err)
	}
}

// TestTakenColumnsAreReported: every command on points reports the columns that it took, of queries too, on standard error or
// in the summary of --json.
func TestTakenColumnsAreReported(on *testing.T) {
	t := beside(on)
	customers(t)
	write(t, "q.csv", "x,y\n1,1\n")
	for _, args := range []string{
		"selfjoin --points cid.csv --eps 0.1", "selfjoin --points cid.csv --eps 0.1 --level neighbours", "pointjoin --points cid.csv --queries q.csv --eps 1",
		"knn --points cid.csv --queries q.csv -k 1", "knn --points cid.csv -k 1", "dbscan --points cid.csv --eps 0.5 --minpts 4",
	} {
		r := invoke(t, "", strings.Fields(args)...)
		queries := strings.Contains(args, "q.csv")
		if r.status != cli.OK || !strings.Contains(r.err, "cid.csv: coordinates a, b; id customer_id; not so?") ||
			queries != strings.Contains(r.err, "q.csv: coordinates x, y; id the number of the row; not so? --query-columns id=x,x1=y\n") {
			t.Errorf("%s: %+v", args, r)
		}
		r = invoke(t, "", strings.Fields(args+" --json --out out.csv")...)
		lines := strings.Split(strings.TrimSpace(r.err), "\n")
		var got takenColumns
		if err := json.Unmarshal([]byte(lines[len(lines)-1]), &got); err != nil {
			t.Fatal(err)
		}
		want := takenColumns{Coordinates: []string{"a", "b"}, ID: "customer_id"}
		if queries {
			want.QueryCoordinates = []string{"x", "y"}
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", args, got, want)
		}
	}
}

// TestRepeatedCustomers: repeated ids are an error, and both commands that it names work.
func TestRepeatedCustomers(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "cid.csv", "customer_id,a\n7,1\n8,1\n7,1\n")
	r := invoke(t, "", strings.Fields("selfjoin --points cid.csv --eps 0")...)
	if r.status != cli.Failure {
		t.Fatalf("%+v", r)
	}
	commands := strings.Split(r.err, "--columns ")[1:]
	if len(commands) != 2 {
		t.Fatalf("%q has %d commands", r.err, len(commands))
	}
	for i, want := range []string{"id_a,id_b\n0,1\n0,2\n1,2\n", "id_a,id_b\n0,2\n"} {
		columns, _, _ := strings.Cut(commands[i], " ")
		if r := invoke(t, "", append(strings.Fields("selfjoin --points cid.csv --eps 0 --columns"), columns)...); r.out != want {
			t.Errorf("%s: %+v, want %q", columns, r, want)
		}
	}
}
