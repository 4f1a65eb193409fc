//go:build long

package main

import "testing"

// TestBoundOfAll: the property of TestBound holds for every method on every device, for hits and encounters, with few to many hits
// and with bounds from 300 MB down to the least, with fewer bounds where runs are slow. The formats take turns.
func TestBoundOfAll(on *testing.T) {
	all := []bounded{{"cpu", "rtree", "encounters", "ndjson", someHits, 0}, {"opencl", "spatiotemporal", "hits", "ndjson", someHits, 0}}
	endings := []string{"csv", "ndjson", "parquet"}
	for _, on := range []struct {
		device, method string
		bounds         int // number of bounds tried
	}{
		{"cpu", "spatiotemporal", 5}, {"cpu", "temporal", 2}, {"opencl", "spatiotemporal", 5}, {"opencl", "temporal", 2}, {"cpu", "rtree", 1}, {"cpu", "bruteforce", 1},
	} {
		for _, level := range []string{"hits", "encounters"} {
			b := bounded{device: on.device, method: on.method, level: level}
			for _, c := range []struct {
				distance float64
				most     uint64
			}{{manyHits, 300e6}, {fewHits, 0}, {someHits, 0}, {manyHits, 0}, {someHits, 200e6}}[:on.bounds] {
				b.distance, b.most, b.ending = c.distance, c.most, endings[len(all)%len(endings)]
				all = append(all, b)
			}
		}
	}
	withinBounds(heavy(on), all)
}
