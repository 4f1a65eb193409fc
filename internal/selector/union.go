package selector

import (
	"fmt"
	"slices"
	"strings"

	"flyby/kernel"
)

// Together describes the devices of drivers as the one device of a selector: capacities are summed,
// limits are the least.
func Together[D interface{ Device() kernel.Device }](selector string, drivers []D) kernel.Device {
	var names, vendors, platforms, versions []string
	all := kernel.Device{Selector: selector, Float64: true}
	for i, driver := range drivers {
		d := driver.Device()
		names, vendors = append(names, d.Name), append(vendors, d.Vendor)
		platforms, versions = append(platforms, d.Platform), append(versions, d.Driver)
		if i == 0 {
			all.Kind = d.Kind
		}
		all.Units += d.Units
		all.Memory += d.Memory
		all.ClockMHz = leastKnown(all.ClockMHz, d.ClockMHz)
		all.MaxAlloc = leastKnown(all.MaxAlloc, d.MaxAlloc)
		all.Float64 = all.Float64 && d.Float64
		all.Tile = max(all.Tile, d.Tile)
	}
	all.Name, all.Vendor = withCounts(names), strings.Join(distinct(vendors), ", ")
	all.Platform, all.Driver = strings.Join(distinct(platforms), ", "), strings.Join(distinct(versions), ", ")
	return all
}

// leastKnown returns the lesser of two numbers of which 0 is unknown.
func leastKnown[T int | uint64](a, b T) T {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// distinct returns texts without repetitions.
func distinct(texts []string) []string {
	var once []string
	for _, s := range texts {
		if !slices.Contains(once, s) {
			once = append(once, s)
		}
	}
	return once
}

// withCounts returns the names of devices with their counts: "2 x NVIDIA H200".
func withCounts(names []string) string {
	var parts []string
	for _, name := range distinct(names) {
		n := 0
		for _, other := range names {
			if other == name {
				n++
			}
		}
		if n > 1 {
			name = fmt.Sprintf("%d x %s", n, name)
		}
		parts = append(parts, name)
	}
	return strings.Join(parts, " + ")
}
