package format

import (
	"fmt"
	"strings"
	"testing"

	"flyby/internal/infile"
)

// TestPreamble: a megabyte of lines that begin with # may stand before the header, and no more; an error in a row behind
// them has the line of the row.
func TestPreamble(t *testing.T) {
	const line = "# a,b,c,d\n"
	for _, c := range []struct {
		lines int
		want  string
	}{
		{infile.MaxPreamble / len(line), fmt.Sprintf(":%d: column x2: \"a\": not a number", infile.MaxPreamble/len(line)+3)},
		{infile.MaxPreamble/len(line) + 1, fmt.Sprintf(":%d: no header in the first 1048576 bytes: no more may stand before it", infile.MaxPreamble/len(line)+1)},
	} {
		_, _, err := readText(t, strings.Repeat(line, c.lines)+"x1,x2\n1,2\n1,a\n", Options{})
		if err == nil || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%d lines: %v, want %s", c.lines, err, c.want)
		}
	}
}
