package format

import (
	"slices"
	"strings"
)

// AddPlaces adds the columns of another file that were taken for degrees and for geometries, and its columns of heights that were not taken.
func (r *Report) AddPlaces(of *Report) {
	r.LonLat, r.Geometry = addOnce(r.LonLat, of.LonLat), addOnce(r.Geometry, of.Geometry)
	r.addAside(of.Aside)
}

// addOnce adds a text to a list of texts, unless the list has it.
func addOnce(list, text string) string {
	switch {
	case text == "" || slices.Contains(strings.Split(list, "; "), text):
		return list
	case list == "":
		return text
	}
	return list + "; " + text
}
