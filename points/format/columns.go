package format

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"flyby/internal/infile"
	"flyby/points"
)

// idKey is the key of the column of ids, and its default name; trajectoryKey is its default name in files of
// trajectories, which have no column id.
const (
	idKey         = "id"
	trajectoryKey = "traj_id"
)

// ParseColumns reads a column mapping such as "id=mmsi,x1=lon,x2=lat": keys are id, x1, x2 and so on, each at most
// once, and values are names of columns in the file. The result is for Options.Columns.
func ParseColumns(s string) (map[string]string, error) {
	m, err := infile.ParseColumns(s)
	if err != nil {
		return nil, err
	}
	o := Options{Columns: m}
	return m, o.CheckColumns()
}

// CheckColumns returns what is wrong with Columns, which with LonLat must be columns of degrees.
func (o *Options) CheckColumns() error {
	known := func(key string) bool {
		_, ok := dimensionOf(key)
		return ok || key == idKey
	}
	if err := infile.CheckColumns(o.Columns, known, fmt.Sprintf("id, x1, x2 and so on to x%d", points.MaxDimensions)); err != nil {
		return err
	}
	n := dimensionsOf(o.Columns)
	for k := range n {
		if key := coordinate(k); o.Columns[key] == "" {
			return fmt.Errorf("format: columns: no %s: coordinates are x1, x2 and so on", key)
		}
	}
	if o.LonLat && n > 0 && n != 2 && n != 3 {
		return fmt.Errorf("format: columns: %d coordinates: degrees have x1, the longitude, x2, the latitude, and perhaps x3, the height", n)
	}
	return nil
}

// coordinate returns the name of a dimension counted from 0: dimension 0 is x1.
func coordinate(dimension int) string { return "x" + strconv.Itoa(dimension+1) }

// lonLatKeys returns the names of the columns of longitude and latitude in degrees and of height.
func lonLatKeys() []string { return []string{"lon", "lat", "height"} }

// dimensionOf returns the dimension, counted from 0, that a key such as x1 names.
func dimensionOf(key string) (dimension int, ok bool) {
	digits, isX := strings.CutPrefix(key, "x")
	n, whole := infile.ParseInt(digits)
	return int(n) - 1, isX && whole && n >= 1 && n <= points.MaxDimensions
}

// dimensionsOf returns the number of dimensions of a mapping, which its greatest dimension gives.
func dimensionsOf(m map[string]string) (n int) {
	for key := range m {
		if d, ok := dimensionOf(key); ok {
			n = max(n, d+1)
		}
	}
	return n
}

// A layout says which columns of a file hold ids and coordinates.
type layout struct {
	id    int   // index of the column of ids, negative if there is none
	x     []int // indices of the columns of coordinates, in their order
	names []string
	flag  string // that names columns of the file
	open  bool   // all columns of numbers are coordinates: x has the candidates
	list  bool   // x is one column of lists, each with all coordinates of a point

	named   bool // Options.Columns names the coordinates
	guess   bool // a column may be taken for the ids by its name and its values
	guessed bool // column id was taken so
}

// idName returns the file's name of the column of ids, "" where it has none or no layout, as arrays have none.
func (l *layout) idName() string {
	if l == nil || l.id < 0 {
		return ""
	}
	return l.names[l.id]
}

// find looks the wanted columns up among the names of a file's columns. cause says which one is missing or there twice,
// "" if none is.
func (o *Options) find(names []string) (l layout, cause string) {
	l = layout{names: names, flag: o.Flag("columns"), named: dimensionsOf(o.Columns) > 0}
	if cause = l.findID(o); cause != "" {
		return l, cause
	}
	var wanted []string
	switch {
	case l.named:
		for k := range dimensionsOf(o.Columns) {
			wanted = append(wanted, o.Columns[coordinate(k)])
		}
		if o.LonLat && o.Flat {
			wanted = wanted[:2]
		}
	case o.LonLat && o.NoHeader:
		if cause := ofDegrees(len(names)); cause != "" {
			return l, cause
		}
		wanted = names
	case o.LonLat:
		keys := lonLatKeys()
		if wanted = keys[:2]; slices.Contains(names, keys[2]) && !o.Flat {
			wanted = keys
		}
	default:
		return l, l.takeAll()
	}
	for _, name := range wanted {
		at, cause := l.index(name)
		if cause != "" {
			return l, cause
		}
		l.x = append(l.x, at)
	}
	return l, l.idTwice()
}

// findID finds the column of ids: the one that Options.Columns names, otherwise id or traj_id.
func (l *layout) findID(o *Options) (cause string) {
	if name := o.Columns[idKey]; name != "" {
		l.id, cause = l.index(name)
		return cause
	}
	if l.id = -1; l.named {
		return ""
	}
	if l.id = slices.Index(l.names, idKey); l.id < 0 {
		l.id = slices.Index(l.names, trajectoryKey)
	}
	l.guess = l.id < 0
	return ""
}

// index returns the index of a column that must be there exactly once.
func (l *layout) index(name string) (at int, cause string) {
	at = slices.Index(l.names, name)
	switch {
	case at < 0:
		return at, fmt.Sprintf("no column %s; there is %s", name, infile.List(l.names))
	case slices.Contains(l.names[at+1:], name):
		return at, "two columns " + name
	}
	return at, ""
}

// idTwice returns the cause of two columns with the name of the ids, "" where there is one.
func (l *layout) idTwice() (cause string) {
	if l.id >= 0 {
		_, cause = l.index(l.names[l.id])
	}
	return cause
}

// takeAll takes all columns but the ids for candidates.
func (l *layout) takeAll() (cause string) {
	l.open = true
	for i, name := range l.names {
		if i != l.id && name != "" { // the index column that pandas writes has an empty name
			l.x = append(l.x, i)
		}
	}
	if len(l.x) == 0 {
		return "no coordinates: no column but " + infile.List(l.names)
	}
	return l.idTwice()
}

// keep keeps the candidates for which holds is true, and returns the names of the others.
func (l *layout) keep(holds func(column int) bool) (ignored []string, cause string) {
	if !l.open {
		return nil, ""
	}
	all := l.x
	l.x = nil
	for _, at := range all {
		if holds(at) {
			l.x = append(l.x, at)
		} else {
			ignored = append(ignored, l.names[at])
		}
	}
	if len(l.x) == 0 {
		return ignored, "no coordinates: none of the columns " + infile.List(ignored) + " holds numbers"
	}
	return ignored, ""
}

// ofDegrees returns why rows of some nameless numbers cannot be degrees, "" where they can.
func ofDegrees(numbers int) (cause string) {
	if numbers == 2 || numbers == 3 {
		return ""
	}
	return fmt.Sprintf("%d coordinates a row: degrees have a longitude, a latitude, and perhaps a height", numbers)
}

// tooMany returns the cause of more coordinates than a point may have, "" where there are no more.
func (l *layout) tooMany() (cause string) {
	if len(l.x) > points.MaxDimensions {
		return fmt.Sprintf("%d coordinates: a point has at most %d", len(l.x), points.MaxDimensions)
	}
	return ""
}

// coordinates returns the file's names of x1, x2, ...
func (l *layout) coordinates() (names []string) {
	for _, at := range l.x {
		names = append(names, l.names[at])
	}
	return names
}
