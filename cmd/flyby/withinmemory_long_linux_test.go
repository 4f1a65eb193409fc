//go:build long

package main

import (
	"os"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// TestWithinMemory: convert, verify and report handle data larger than their bound of memory, in order of trajectories and in
// order of time.
func TestWithinMemory(on *testing.T) {
	t := heavy(on)
	t.Chdir(t.TempDir())
	dataSet(t, "galaxy", "1.5", "stars.parquet")
	inOrder(t, "walks.parquet", true, 20_000, func([]row) {})
	const most = 110e6
	for _, c := range []struct{ data, distance string }{{"stars.parquet", "0.05"}, {"walks.parquet", "0.05"}} {
		for _, out := range []string{"neutral.csv", "neutral.parquet"} {
			must(t, words("convert %s --out whole-%s", c.data, out)...)
			r, bytes := peak(t, "convert "+c.data+" --memory 110MB --out "+out)
			if r.status != cli.OK || sum(t, out) != sum(t, "whole-"+out) || bytes > most {
				t.Errorf("convert %s to %s: %+v, %d bytes held", c.data, out, r, bytes)
			}
			os.Remove(t.at(out))
			os.Remove(t.at("whole-" + out))
		}
		told := "--entries " + c.data + " --distance " + c.distance + " --level encounters --device cpu --memory 110MB --threads 1"
		if r, _ := peak(t, "join "+told+" --quiet --out met.parquet"); r.status != cli.OK {
			t.Fatalf("%+v", r)
		}
		r, bytes := peak(t, "verify met.parquet "+told+" --sample 200")
		if r.status != cli.OK || !strings.Contains(r.out, "as they should be") || bytes > most {
			t.Errorf("verify %s: %+v, %d bytes held", c.data, r, bytes)
		}
		if r, bytes := peak(t, "report met.parquet --entries "+c.data+" --memory 110MB --threads 1 --top 2000 --out page.html"); r.status != cli.OK || bytes > most {
			t.Errorf("report %s: %+v, %d bytes held", c.data, r, bytes)
		}
		if r, bytes := peak(t, "join "+told+" --quiet --out page.html"); r.status != cli.OK || bytes > most {
			t.Errorf("join %s to a page: %+v, %d bytes held", c.data, r, bytes)
		}
	}
}
