package zonefile

import (
	"slices"

	"flyby/internal/infile"
	"flyby/trajectory/format"
)

// note notes the names of properties or columns.
func (r *reading) note(names []string) {
	for _, name := range names {
		if len(r.there) < infile.MostNames && !slices.Contains(r.there, name) {
			r.there = append(r.there, name)
		}
	}
	r.attributes.Found(nil, names)
}

// keep keeps the values of attributes of the zone at hand. text is as in bound.
func (r *reading) keep(text func(name string) (string, bool)) {
	if r.attributes == nil {
		return
	}
	has := make([]int, len(r.Attributes))
	for i, name := range r.Attributes {
		value, there := text(name)
		if has[i] = -1; there {
			has[i] = 0
		}
		r.codes[i] = r.attributes.CodeOf(value)
	}
	r.attributes.Found(has, nil)
}

// Attribute returns the values of an attribute, by the numbers of zones, all at the time 0. A value stands as files have it; "" is none.
func (z *Zones) Attribute(name string) *format.History {
	return z.Attributes.HistoryOf(name, z.Len(), z.ID)
}
