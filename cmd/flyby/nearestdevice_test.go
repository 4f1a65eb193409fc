package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"flyby"
	"flyby/internal/cli"
	"flyby/internal/tier"
)

// TestNearestOfDevices: nearest points with a device named are the host's, told on standard error and in the summary, also of dbscan --eps auto; a method that is named and has no code for the device is wrong usage.
func TestNearestOfDevices(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	write(t, "p.csv", "id,x,y\n1,0,0\n2,3,4\n3,9,9\n4,9,8\n5,8,8\n6,40,40\n")
	refusedFlag(t, "--device opencl:0: method tiles finds nearest points on the cpu only", words("knn p.csv -k 1 --device opencl:0 --method tiles")...)
	refusedFlag(t, "--device gpu: method kdtree runs on the cpu only", words("knn p.csv -k 1 --device gpu --method kdtree")...)
	refusedFlag(t, "--device opencl: method bruteforce runs on the cpu only", words("selfjoin p.csv --eps 1 --device opencl --method bruteforce")...)
	refusedFlag(t, "--device opencl:0: method rtree runs on the cpu only", words("join p.csv --distance 1 --device opencl:0 --method rtree")...)
	all, err := flyby.Devices()
	if len(all) < 2 {
		if os.Getenv("FLYBY_REQUIRE_OPENCL") != "" {
			t.Fatalf("no OpenCL device: %v", err)
		}
		t.Skip("no OpenCL device")
	}
	const told = "no method that auto takes finds nearest points on opencl:0: the cpu found them"
	want := invoke(t, "", words("knn p.csv -k 2 --device cpu")...)
	for _, args := range []string{"", "--method auto", "--json"} {
		r := invoke(t, "", words("knn p.csv -k 2 --device opencl:0 %s", args)...)
		if r.status != cli.OK || r.out != want.out || strings.Count(r.err, told) != 1 {
			t.Errorf("%s: %+v", args, r)
		}
		if json := args == "--json"; strings.Contains(r.err, `"method":"kdtree"`) != json || strings.Contains(r.err, `"nearest_instead_of":"opencl:0"`) != json {
			t.Errorf("%s: %s", args, r.err)
		}
	}
	if r := invokeOn(t, streams{terminal: true}, words("knn p.csv -k 2 --device opencl:0 --out near.csv")...); !strings.HasSuffix(r.err, " instead of opencl:0\n") {
		t.Errorf("%+v", r)
	}
	if r := invoke(t, "", words("knn p.csv -k 2 --device opencl:0 --method lss --json")...); r.status != cli.OK || r.out != want.out || strings.Contains(r.err, "the cpu found") || strings.Contains(r.err, "instead") {
		t.Errorf("lss: %+v", r)
	}
	many := "id,x,y\n"
	for i := range 400 {
		many += fmt.Sprintf("%d,%d,%d\n", i, i%20*(1+i%3), i/20*(1+i%5))
	}
	write(t, "many.csv", many)
	if r := invoke(t, "", words("dbscan many.csv --minpts 4 --eps auto --device opencl:0 --json")...); r.status != cli.OK || strings.Count(r.err, told) != 1 || !strings.Contains(r.err, `"nearest_instead_of":"opencl:0"`) {
		t.Errorf("dbscan: %+v", r)
	}
	if strings.Contains(want.err, "the cpu found") {
		t.Errorf("%+v", want)
	}
}
