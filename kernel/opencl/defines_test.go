package opencl

import (
	"regexp"
	"strconv"
	"testing"

	"flyby/binindex"
	"flyby/trajectory"
)

// TestDefines compares the constants of the kernels with those of the host.
func TestDefines(t *testing.T) {
	for _, c := range []struct {
		text, name string
		want       uint64
	}{
		{openText, "EXCLUDE", flagExclude}, {openText, "SELF", flagSelf}, {openText, "OPEN_TWICE", uint64(openTwice)},
		{openText, "OPEN_QUERY", uint64(openQuery)}, {openText, "OPEN_ENTRY", uint64(openEntry)}, {openText, "FAN", binindex.Fan},
		{hitText, "RADIUS_QUERY", flagRadiusQuery}, {hitText, "RADIUS_ENTRY", flagRadiusEntry},
		{hitText, "PLANE_Z", flagPlaneZ}, {hitText, "JOIN", flagJoin},
		{refineText, "RUN_LAST", binindex.RunLast}, {refineText, "RUN_POINT", binindex.RunPoint},
		{encountersText, "HEAD", headBytes / 4}, {encountersText, "FEW", fewHeads}, {encountersText, "LONGEST", longestJoin},
		{encountersText, "LOOSE", looseSlot - headSlot}, {encountersText, "MOST", mostSlot - headSlot}, {encountersText, "HARD", hardSlot - headSlot},
		{encountersText, "OPEN_START", uint64(trajectory.OpenStart)}, {encountersText, "OPEN_END", uint64(trajectory.OpenEnd)},
		{interactText, "OWNS_END", ownsEnd}, {interactText, "TILE", tile},
	} {
		m := regexp.MustCompile(`(?m)^#define ` + c.name + ` +(0x[0-9a-f]+|[0-9]+)`).FindStringSubmatch(c.text)
		if m == nil {
			t.Errorf("%s is not defined", c.name)
			continue
		}
		if got, err := strconv.ParseUint(m[1], 0, 64); err != nil || got != c.want {
			t.Errorf("%s is %s, want %d", c.name, m[1], c.want)
		}
	}
}
