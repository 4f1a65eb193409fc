package memory

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// ParseSize reads a number of bytes with its unit, in upper or lower case: "2GB", "512MiB", "1.5 TB". The error does not repeat the text.
func ParseSize(s string) (bytes uint64, err error) {
	digits := strings.TrimRight(s, "BKMGTikmgtb")
	unit := unitOf(s[len(digits):])
	digits = strings.TrimSuffix(digits, " ")
	v, err := strconv.ParseFloat(digits, 64)
	switch {
	case unit == 0 || err != nil || strings.Trim(digits, "0123456789.") != "":
		return 0, errors.New("must be a number and a unit: " + strings.Join(unitNames(), ", "))
	case v*unit >= math.MaxInt64:
		return 0, errors.New("is too large")
	}
	return uint64(v * unit), nil
}

// sizeUnits are the units of sizes.
func sizeUnits() []struct {
	name  string
	bytes float64
} {
	return []struct {
		name  string
		bytes float64
	}{
		{"B", 1}, {"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12},
		{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40},
	}
}

// unitOf returns the bytes of a unit, in upper or lower case; 0 for an unknown one.
func unitOf(name string) float64 {
	for _, u := range sizeUnits() {
		if strings.EqualFold(u.name, name) {
			return u.bytes
		}
	}
	return 0
}

func unitNames() (all []string) {
	for _, u := range sizeUnits() {
		all = append(all, u.name)
	}
	return all
}
