package format

import (
	"slices"

	"flyby/internal/height"
)

// addAside adds the columns of heights that another file leaves out.
func (r *Report) addAside(of []height.Column) {
	for _, c := range of {
		if !slices.ContainsFunc(r.Aside, func(other height.Column) bool { return other.Name == c.Name }) {
			r.Aside = append(r.Aside, c)
		}
	}
}

// AsideNames returns the names of the columns of Aside.
func (r *Report) AsideNames() (names []string) {
	for _, c := range r.Aside {
		names = append(names, c.Name)
	}
	return names
}

// NoHeight is an Options.Height: heights, or z, are left out.
const NoHeight = "none"
