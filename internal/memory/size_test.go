package memory

import (
	"strings"
	"testing"
)

// TestParseSize: a size in bytes is read with every unit, and refused where it is ambiguous.
func TestParseSize(t *testing.T) {
	for text, want := range map[string]uint64{
		"1B": 1, "0B": 0, "2GB": 2e9, "2gb": 2e9, "512MiB": 512 << 20, "1.5 TB": 15e11, "3kB": 3000, "3KB": 3000, "1KiB": 1024, ".5GiB": 1 << 29, "007TiB": 7 << 40,
	} {
		if got, err := ParseSize(text); err != nil || got != want {
			t.Errorf("%s: %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "2", "GB", "2G", "2 G B", "-2GB", "+2GB", "1,5GB", "1e9B", "0x10B", "2GBB", "infB", "nanB", "2 XB", "1.2.3GB", "2  GB", " 2GB", "1_000B"} {
		if _, err := ParseSize(text); err == nil || !strings.HasPrefix(err.Error(), "must be a number and a unit: B, kB") {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := ParseSize("9223373TB"); err == nil || err.Error() != "is too large" {
		t.Errorf("%v", err)
	}
}
