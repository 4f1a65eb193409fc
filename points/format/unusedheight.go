package format

import (
	"slices"

	"flyby/internal/height"
	"flyby/internal/reading"
)

// aside returns the text of Report.Aside.
func (l *layout) aside(o *Options) string {
	if l.open || l.list || len(l.x) != 2 || o.Flat {
		return ""
	}
	names := l.coordinates()
	if !o.LonLat && !reading.ArePlaces(names[0], names[1]) {
		return ""
	}
	taken := func(at int) bool { return at == l.id || slices.Contains(l.x, at) }
	all := height.Beside(l.names, taken, names[0], names[1])
	if len(all) == 0 {
		return ""
	}
	text := "z not taken: " + height.List(all)
	c, ok := height.First(all)
	if !ok {
		return text
	}
	text += " (" + l.flag + " " + mapping(l.idName(), append(names, c.Name))
	if c.In == "" && o.LonLat && c.Unit != "m" {
		c.In = c.Unit // x3 with degrees is in metres
	}
	if c.In != "" {
		text += ", in " + c.In
	}
	return text + ")"
}
