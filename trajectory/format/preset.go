package format

import (
	"fmt"
	"slices"
	"strings"

	"flyby/internal/infile"
)

// A preset says what the columns of a field's files mean (docs/decisions/0033-presets.md). Names are
// folded: see fold.
type preset struct {
	name    string
	columns [numKinds][]string // of each kind the names that it may have, the first that is there counts; z alone may be missing
	of      objectKind         // whose they are, where others have columns of their own
	others  []objectColumns    // the same for rows that have no id in columns, if such columns are there
	also    []string           // columns that such files have besides
	heights []string           // columns that may be z, by Options.Height, the first where that is empty

	degrees bool     // x and y are longitude and latitude
	metres  bool     // x and y are metres as a rule, and degrees without a word where their writer was told so
	utc     []string // times in these columns are UTC
	layout  string   // of times
	unix    bool     // times are numbers, seconds since 1970
	beyond  bool     // 181 E and 91 N stand for no position
	visible string   // rows that have false in this column are none
	held    bool     // a position is repeated until the next one comes
}

// objectColumns are the columns of objects of a kind.
type objectColumns struct {
	of      objectKind
	columns [numKinds][]string
}

// presets returns all of them, in the order in which they are looked for.
func presets() []preset {
	lon, lat := []string{"lon", "longitude"}, []string{"lat", "latitude"}
	mmsi := []string{"mmsi"}
	return []preset{
		{
			name: "marinecadastre", degrees: true, beyond: true, utc: []string{"basedatetime", "base_date_time"},
			columns: [numKinds][]string{colID: mmsi, colT: {"basedatetime", "base_date_time"}, colX: lon, colY: lat},
		}, {
			name: "aisdk", degrees: true, beyond: true, utc: []string{"#_timestamp", "timestamp"}, layout: "DD/MM/YYYY hh:mm:ss", also: []string{"type_of_mobile"},
			columns: [numKinds][]string{colID: mmsi, colT: {"#_timestamp", "timestamp"}, colX: {"longitude"}, colY: {"latitude"}},
		}, {
			name: "movebank", degrees: true, utc: []string{"timestamp"}, visible: "visible",
			columns: [numKinds][]string{colID: {"individual_local_identifier"}, colT: {"timestamp"}, colX: {"location_long"}, colY: {"location_lat"}},
		}, {
			name: "opensky", degrees: true, unix: true, held: true, heights: []string{"geoaltitude", "baroaltitude"}, also: []string{"time", "geoaltitude", "baroaltitude"},
			columns: [numKinds][]string{colID: {"icao24"}, colT: {"lastposupdate"}, colX: {"lon"}, colY: {"lat"}},
		}, {
			name: "sumo", metres: true, of: vehicle, columns: columnsOfSUMO(vehicle),
			others: []objectColumns{{person, columnsOfSUMO(person)}, {container, columnsOfSUMO(container)}},
		}, {
			name: "ais", degrees: true, beyond: true, utc: []string{"date_time_utc"},
			columns: [numKinds][]string{colID: mmsi, colT: {"timestamp", "date_time_utc", "time"}, colX: lon, colY: lat},
		},
	}
}

// units returns the units that a preset knows, none of nil, and whether the unit of length is presumed.
func (p *preset) units() (u Units, presumed bool) {
	if p == nil || !p.degrees && !p.metres {
		return u, false
	}
	return Units{Length: "m", Time: "s"}, p.metres
}

// columnsOfSUMO are the columns that xml2csv.py of SUMO writes for a kind.
func columnsOfSUMO(k objectKind) [numKinds][]string {
	of := func(attribute string) []string { return []string{k.String() + "_" + attribute} }
	return [numKinds][]string{colID: of("id"), colT: {"timestep_time"}, colX: of("x"), colY: of("y"), colZ: of("z")}
}

// NoPreset is the Options.Preset that no preset is looked for with.
const NoPreset = "none"

// Presets returns the names that Options.Preset may have, but NoPreset.
func Presets() (names []string) {
	for _, p := range presets() {
		names = append(names, p.name)
	}
	return names
}

// Heights returns the columns that Options.Height may name.
func Heights() (names []string) {
	for _, p := range presets() {
		names = append(names, p.heights...)
	}
	return names
}

// checkPreset says what is wrong with Options.Preset.
func (o *Options) checkPreset() error {
	if o.Preset != "" && o.Preset != NoPreset && !slices.Contains(Presets(), o.Preset) {
		return fmt.Errorf("format: preset %q: must be one of %s, %s", o.Preset, strings.Join(Presets(), ", "), NoPreset)
	}
	return nil
}

// fold returns a name as presets compare it: in lower case, blanks and - . : as _.
func fold(name string) string {
	return strings.Map(func(c rune) rune {
		if strings.ContainsRune(" -.:", c) {
			return '_'
		}
		return c
	}, strings.ToLower(name))
}

// taken is what a preset took of a header.
type taken struct {
	preset    *preset
	visibleAt int            // the column visible, -1 for none
	objects   []objectLayout // where rows are of several kinds, or of one that is told: by whose id a row has, the first has the layout of the file
}

// layouts are the layouts of all kinds of objects, or the one of the file.
func (t *taken) layouts(of layout) (all []layout) {
	for _, o := range t.objects {
		all = append(all, o.layout)
	}
	if len(all) == 0 {
		all = []layout{of}
	}
	return all
}

// findAny finds the columns among names, by Options and the neutral names, else by a preset, else by a pair of degrees. cause says what is
// missing: see mended.
func (o *Options) findAny(names []string) (l layout, t taken, cause string) {
	named := slices.Contains(Heights(), o.Height)
	if o.Preset == "" && !named {
		if l, lacks, cause := o.look(names); len(lacks) == 0 && cause == "" {
			return l, t, ""
		}
	}
	for _, p := range presets() {
		if o.Preset != "" && o.Preset != p.name {
			continue
		}
		other, fits, missing := o.fit(&p, names)
		if missing == "" {
			if named && !slices.Contains(p.heights, o.Height) {
				return other, fits, fmt.Sprintf("preset %s has no height %s", p.name, o.Height)
			}
			return other, fits, ""
		}
		if o.Preset != "" {
			return other, t, missing
		}
	}
	if l, cause = o.find(names); cause == "" && named {
		cause = fmt.Sprintf("heights from %s are for the presets that have it", o.Height)
	}
	return l, t, cause
}

// findTyped is findAny of a table whose columns have types. Options.Preset is for files that have the preset's columns: a file that has
// the neutral columns instead, as flyby writes them, is read by the neutral ones.
func (o *Options) findTyped(names []string) (l layout, t taken, cause string) {
	l, t, cause = o.findAny(names)
	if cause == "" || o.Preset == "" || o.Preset == NoPreset {
		return l, t, cause
	}
	if neutral, missing := o.find(names); missing == "" {
		return neutral, taken{}, ""
	}
	return l, t, cause
}

// fit finds the columns of a preset among names.
func (o *Options) fit(p *preset, names []string) (l layout, t taken, cause string) {
	folded := make([]string, len(names))
	for i, name := range names {
		folded[i] = fold(name)
	}
	l, cause = o.columnsOf(p, p.columns, names, folded)
	t = taken{preset: p, visibleAt: -1}
	t.objects, l, cause = o.objectsOf(p, l, cause, names, folded)
	for _, name := range p.also {
		if cause == "" && !slices.Contains(folded, name) {
			cause = fmt.Sprintf("no column %s of preset %s; there is %s", name, p.name, infile.List(names))
		}
	}
	if cause != "" {
		return l, t, cause
	}
	if p.visible != "" {
		t.visibleAt = slices.Index(folded, p.visible)
	}
	return l, t, ""
}

// objectsOf finds the columns of objects of each kind that a preset tells apart, besides the columns in l unless there is a cause. The
// file has the layout of the first kind whose columns are found.
func (o *Options) objectsOf(p *preset, l layout, cause string, names, folded []string) ([]objectLayout, layout, string) {
	if p.of == noKind {
		return nil, l, cause
	}
	var all []objectLayout
	if cause == "" {
		all = append(all, objectLayout{kind: p.of, layout: l})
	}
	for _, other := range p.others {
		if l, missing := o.columnsOf(p, other.columns, names, folded); missing == "" {
			all = append(all, objectLayout{kind: other.of, layout: l})
		}
	}
	if len(all) == 0 {
		return nil, l, cause
	}
	if slices.ContainsFunc(all, func(l objectLayout) bool { return l.at[colZ] < 0 }) {
		for i := range all {
			all[i].at[colZ] = -1
		}
	}
	return all, all[0].layout, ""
}

// columnsOf finds columns that have some folded names, or those that Options say.
func (o *Options) columnsOf(p *preset, columns [numKinds][]string, names, folded []string) (l layout, cause string) {
	for kind := range numKinds {
		l.at[kind] = -1
		if isVelocity(kind) || kind == colT && o.Places != nil {
			continue // no preset has velocities, and no place a time
		}
		wanted := columns[kind]
		if kind == colZ && len(p.heights) > 0 {
			if wanted = p.heights[:1]; o.Height != "" {
				wanted = []string{o.Height}
			}
		}
		told, isTold := o.Columns[columnKey(kind)]
		isTold = isTold && !(kind == colT && o.noTimes())
		switch {
		case isTold:
			l.at[kind] = slices.Index(names, told)
			wanted = []string{told}
		case kind == colR:
			l.at[kind] = slices.Index(names, columnKey(kind))
		case kind == colZ && o.Height == NoHeight:
			continue
		default:
			for _, name := range wanted {
				if l.at[kind] = slices.Index(folded, name); l.at[kind] >= 0 {
					break
				}
			}
		}
		switch at := l.at[kind]; {
		case at >= 0 && slices.Contains(folded[at+1:], folded[at]):
			return l, fmt.Sprintf("two columns %s", names[at])
		case at >= 0:
			l.name[kind] = names[at]
			o.stand(&l, kind)
		case isTold || kind != colR && (kind != colZ || len(p.heights) > 0):
			return l, fmt.Sprintf("no column %s of preset %s; there is %s", strings.Join(wanted, " or "), p.name, infile.List(names))
		}
	}
	return l, ""
}

// String says which columns were taken, such as "marinecadastre: id=MMSI t=BaseDateTime (UTC)
// x=LON y=LAT, degrees".
func (h *csvHeader) String() string {
	if h.preset == nil {
		return ""
	}
	var s strings.Builder
	s.WriteString(h.preset.name + ":")
	for _, kind := range []int{colID, colT, colX, colY, colZ, colR} {
		if h.at[kind] < 0 || kind == colT && h.still {
			continue
		}
		fmt.Fprintf(&s, " %s=%s", columnKey(kind), h.name[kind])
		for i := 1; i < len(h.objects) && kind != colT; i++ {
			s.WriteString("|" + h.objects[i].name[kind])
		}
		if kind == colT && h.clock != "" {
			s.WriteString(" (" + h.clock + ")")
		}
		if kind != colID && kind != colT && h.given[kind] != "" {
			s.WriteString(" (" + h.given[kind] + ")")
		}
	}
	return s.String() + ", " + h.places
}
