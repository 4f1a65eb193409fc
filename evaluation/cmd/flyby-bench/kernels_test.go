package main

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// TestKernels: temporal is the kernel of the paper's Algorithm 1 in one piece, and its comments name the algorithm's
// lines; the other method of devices is a walk.
func TestKernels(t *testing.T) {
	text := must(t, "kernels")
	var named strings.Builder
	for _, at := range regexp.MustCompile(`(?m)(//.*|--.*)\bline(s)? (\d+)( (to|and) (\d+))?`).FindAllStringSubmatch(text, -1) {
		var from, to int
		fmt.Sscan(at[3], &from)
		if to = from; at[6] != "" {
			fmt.Sscan(at[6], &to)
		}
		for n := from; n <= to; n++ {
			fmt.Fprintf(&named, " %d ", n)
		}
	}
	for _, n := range []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16} { // the others are the frame and the ends of blocks
		if !strings.Contains(named.String(), fmt.Sprintf(" %d ", n)) {
			t.Errorf("no comment names line %d of Algorithm 1", n)
		}
	}
	for _, part := range []string{"// program interact: options -cl-std=CL1.2", `#line 1 "interact.cl"`, "void interact(", "static bool common_span(", "static void store_hit("} {
		if !strings.Contains(text, part) {
			t.Errorf("the program lacks %q", part)
		}
	}
	if walk := must(t, "kernels", "--method", "spatiotemporal", "--kind", "cpu"); !strings.HasPrefix(walk, "// program walk: options") {
		t.Errorf("spatiotemporal begins with %.60q", walk)
	}
}

// TestKernelsRefused: a method without programs, and a kind that is none, are wrong usage.
func TestKernelsRefused(t *testing.T) {
	for args, want := range map[string]string{
		"kernels --method rtree": "--method rtree: must be spatiotemporal or temporal",
		"kernels --method=":      "--method : must be",
		"kernels --kind tpu":     "--kind tpu: must be gpu or cpu",
		"kernels temporal":       "flags only",
	} {
		if r := invoke(t, strings.Fields(args)...); r.status != cli.WrongUsage || !strings.Contains(r.err, want) || r.out != "" {
			t.Errorf("flyby-bench %s: status %d, %q", args, r.status, r.err)
		}
	}
}
