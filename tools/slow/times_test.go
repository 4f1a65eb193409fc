package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// TestTimes: packages and tests are told apart, the slowest come first, and failures are recorded.
func TestTimes(t *testing.T) {
	all, err := read(strings.NewReader(`{"Action":"run","Package":"flyby","Test":"TestA"}
{"Action":"output","Package":"flyby","Test":"TestA","Output":"x"}
not JSON
{"Action":"pass","Package":"flyby","Test":"TestA/sub","Elapsed":0.1}
{"Action":"pass","Package":"flyby","Test":"TestA","Elapsed":0.25}
{"Action":"fail","Package":"flyby","Test":"TestB","Elapsed":2}
{"Action":"skip","Package":"flyby","Test":"TestC","Elapsed":9}
{"Action":"fail","Package":"flyby","Elapsed":2.5}
{"Action":"pass","Package":"flyby/kernel","Elapsed":3}
`))
	if err != nil || !slices.Equal(all.failed, []string{"flyby TestB", "flyby"}) {
		t.Errorf("failed %q, %v", all.failed, err)
	}
	var out bytes.Buffer
	all.print(&out, 1)
	if want := "    3.00 s  flyby/kernel\n\n    2.00 s  flyby TestB\n\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}
