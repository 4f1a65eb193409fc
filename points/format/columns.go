package format

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"flyby/internal/infile"
	"flyby/points"
)

// idKey is the key of the column of ids, and its name where nothing says another; trajectoryKey is its name in files of
// trajectories, where no column has the other.
const (
	idKey         = "id"
	trajectoryKey = "traj_id"
)

// ParseColumns reads a column mapping such as "id=mmsi,x1=lon,x2=lat": keys are id, x1, x2 and so on,
// each at most once, values the file's names for them. The result is for Options.Columns.
func ParseColumns(s string) (map[string]string, error) {
	m, err := infile.ParseColumns(s)
	if err != nil {
		return nil, err
	}
	return m, CheckColumns(m, false)
}

// CheckColumns says what is wrong with a mapping, of degrees or not.
func CheckColumns(m map[string]string, lonLat bool) error {
	known := func(key string) bool {
		_, ok := dimensionOf(key)
		return ok || key == idKey
	}
	if err := infile.CheckColumns(m, known, fmt.Sprintf("id, x1, x2 and so on to x%d", points.MaxDimensions)); err != nil {
		return err
	}
	n := dimensionsOf(m)
	for k := range n {
		if key := coordinate(k); m[key] == "" {
			return fmt.Errorf("format: columns: no %s: coordinates are x1, x2 and so on", key)
		}
	}
	if lonLat && n > 0 && n != 2 && n != 3 {
		return fmt.Errorf("format: columns: %d coordinates: degrees have x1, the longitude, x2, the latitude, and perhaps x3, the height", n)
	}
	return nil
}

// coordinate is the name of a dimension, counted from 0: x1 is the first.
func coordinate(dimension int) string { return "x" + strconv.Itoa(dimension+1) }

// lonLatKeys are the keys of coordinates in degrees and of heights.
func lonLatKeys() []string { return []string{"lon", "lat", "height"} }

// dimensionOf is the dimension, from 0, that a key is of.
func dimensionOf(key string) (dimension int, ok bool) {
	digits, isX := strings.CutPrefix(key, "x")
	n, whole := infile.ParseInt(digits)
	return int(n) - 1, isX && whole && n >= 1 && n <= points.MaxDimensions
}

// dimensionsOf is how many dimensions a mapping has, from the greatest that it names.
func dimensionsOf(m map[string]string) (n int) {
	for key := range m {
		if d, ok := dimensionOf(key); ok {
			n = max(n, d+1)
		}
	}
	return n
}

// A layout says which columns of a file are read.
type layout struct {
	id    int   // index of the column of ids, less than 0 where there is none
	x     []int // of the coordinates, in their order
	names []string
	open  bool // coordinates are all columns that hold numbers: x has the candidates
	list  bool // x is one column, whose lists have all coordinates

	named   bool // Options.Columns names the coordinates
	guess   bool // a column may be that of the ids by its name and its values
	guessed bool // and one is
}

// idName is the file's name of the column of ids, "" where it has none, as arrays have no layout.
func (l *layout) idName() string {
	if l == nil || l.id < 0 {
		return ""
	}
	return l.names[l.id]
}

// find looks the columns up among names, those that a file has. cause says which column is missing
// or there twice, "" if none is.
func (o *Options) find(names []string) (l layout, cause string) {
	l = layout{names: names, named: dimensionsOf(o.Columns) > 0}
	if cause = l.findID(o); cause != "" {
		return l, cause
	}
	var wanted []string
	switch {
	case l.named:
		for k := range dimensionsOf(o.Columns) {
			wanted = append(wanted, o.Columns[coordinate(k)])
		}
	case o.LonLat && o.NoHeader:
		if cause := ofDegrees(len(names)); cause != "" {
			return l, cause
		}
		wanted = names
	case o.LonLat:
		keys := lonLatKeys()
		if wanted = keys[:2]; slices.Contains(names, keys[2]) {
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

// findID finds the column of ids: the one that is named, else id or traj_id.
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

// index is the place of a column that must be there, once.
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

// idTwice says that there are two columns of ids.
func (l *layout) idTwice() (cause string) {
	if l.id >= 0 {
		_, cause = l.index(l.names[l.id])
	}
	return cause
}

// takeAll takes all columns but that of the ids for candidates.
func (l *layout) takeAll() (cause string) {
	l.open = true
	for i, name := range l.names {
		if i != l.id && name != "" { // as the index that pandas writes has none
			l.x = append(l.x, i)
		}
	}
	if len(l.x) == 0 {
		return "no coordinates: no column but " + infile.List(l.names)
	}
	return l.idTwice()
}

// keep leaves the candidates that hold numbers, and says which others there are.
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

// ofDegrees says why rows of some numbers without names are no degrees, "" where they may be.
func ofDegrees(numbers int) (cause string) {
	if numbers == 2 || numbers == 3 {
		return ""
	}
	return fmt.Sprintf("%d coordinates a row: degrees have a longitude, a latitude, and perhaps a height", numbers)
}

// tooMany says that there are more coordinates than a point may have.
func (l *layout) tooMany() (cause string) {
	if len(l.x) > points.MaxDimensions {
		return fmt.Sprintf("%d coordinates: a point has at most %d", len(l.x), points.MaxDimensions)
	}
	return ""
}

// coordinates are the file's names of x1, x2, ...
func (l *layout) coordinates() (names []string) {
	for _, at := range l.x {
		names = append(names, l.names[at])
	}
	return names
}
