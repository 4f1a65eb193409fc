package reading

import (
	"fmt"
	"slices"
	"strings"

	"flyby/internal/infile"
	"flyby/trajectory/format"
)

// A preset says what the columns of a field's files mean (docs/decisions/0033-presets.md). Names are
// folded: see fold.
type preset struct {
	name    string
	columns [NumKinds][]string // by kind: names that the column may have, the first that the file has counts; z alone may be missing
	of      objectKind         // the kind of object of columns, where other kinds have columns of their own
	others  []objectColumns    // columns of other kinds of objects, for rows that have no id in columns
	also    []string           // columns that such files have besides
	heights []string           // columns that may be z, by Options.Height, the first where Height is empty

	degrees bool         // x and y are longitude and latitude
	sky     bool         // x, y and z are right ascension, declination and parallax: placeSky
	metres  bool         // x and y are metres as a rule, but degrees, which the file does not say, where its writer was told so
	utc     []string     // times in these columns are UTC
	layout  string       // of times
	unix    bool         // times are numbers, seconds since 1970
	beyond  bool         // 181 E and 91 N stand for no position
	visible string       // rows that have false in this column do not count
	held    bool         // a position is repeated until the next one comes
	moves   *velocitySet // columns of velocities; nil: there are none
}

// objectColumns are the columns of objects of a kind.
type objectColumns struct {
	of      objectKind
	columns [NumKinds][]string
}

// presets returns all presets, in the order in which they are looked for.
func presets() []preset {
	lon, lat := []string{"lon", "longitude"}, []string{"lat", "latitude"}
	mmsi := []string{"mmsi"}
	return []preset{
		{
			name: "marinecadastre", degrees: true, beyond: true, utc: []string{"basedatetime", "base_date_time"},
			columns: [NumKinds][]string{ColID: mmsi, ColT: {"basedatetime", "base_date_time"}, ColX: lon, ColY: lat}, moves: velocitiesOfAIS(""),
		}, {
			name: "aisdk", degrees: true, beyond: true, utc: []string{"#_timestamp", "timestamp"}, layout: "DD/MM/YYYY hh:mm:ss", also: []string{"type_of_mobile"},
			columns: [NumKinds][]string{ColID: mmsi, ColT: {"#_timestamp", "timestamp"}, ColX: {"longitude"}, ColY: {"latitude"}}, moves: velocitiesOfAIS(""),
		}, {
			name: "movebank", degrees: true, utc: []string{"timestamp"}, visible: "visible",
			columns: [NumKinds][]string{ColID: {"individual_local_identifier"}, ColT: {"timestamp"}, ColX: {"location_long"}, ColY: {"location_lat"}},
		}, {
			name: "opensky", degrees: true, unix: true, held: true, heights: []string{"geoaltitude", "baroaltitude"}, also: []string{"time", "geoaltitude", "baroaltitude"},
			columns: [NumKinds][]string{ColID: {"icao24"}, ColT: {"lastposupdate"}, ColX: {"lon"}, ColY: {"lat"}}, moves: velocitiesOfOpenSky(),
		}, {
			name: "sumo", metres: true, of: vehicle, columns: columnsOfSUMO(vehicle),
			others: []objectColumns{{person, columnsOfSUMO(person)}, {container, columnsOfSUMO(container)}},
		}, {
			name: "sumo", metres: true, also: []string{"angle", "speed", "lane"}, // what SUMO itself writes as CSV
			columns: [NumKinds][]string{ColID: {"id"}, ColT: {"time"}, ColX: {"x"}, ColY: {"y"}, ColZ: {"z"}},
		}, {
			name: "ais", degrees: true, beyond: true, utc: []string{"date_time_utc"},
			columns: [NumKinds][]string{ColID: mmsi, ColT: {"timestamp", "date_time_utc", "time"}, ColX: lon, ColY: lat}, moves: velocitiesOfAIS(""),
		}, { // package internal/codec/json makes the columns whose names have a sum, and message, point and timeline
			name: "aisstream", degrees: true, beyond: true,
			columns: [NumKinds][]string{ColID: {"metadata_mmsi"}, ColT: {"metadata_time_utc"}, ColX: {"message_longitude"}, ColY: {"message_latitude"}}, moves: velocitiesOfAIS("message_"),
		}, {
			name: "readsb", degrees: true, unix: true, held: true,
			columns: [NumKinds][]string{ColID: {"hex", "icao"}, ColT: {"now___seen_pos", "timestamp_+_trace_0"}, ColX: {"lon", "trace_2"}, ColY: {"lat", "trace_1"}}, moves: velocitiesOfReadsb(),
		}, {
			name: "timeline", degrees: true,
			columns: [NumKinds][]string{ColID: {"timeline"}, ColT: {"time"}, ColX: {"point_longitude"}, ColY: {"point_latitude"}},
		}, {
			name: "gaia", sky: true, moves: velocitiesOfSky(),
			columns: [NumKinds][]string{ColID: {"source_id"}, ColT: {"ref_epoch"}, ColX: {"ra"}, ColY: {"dec"}, ColZ: {"parallax"}},
		},
	}
}

// units returns the units that a preset knows, none for nil, and whether the unit of length is presumed.
func (p *preset) units() (u format.Units, presumed bool) {
	if p.isSky() {
		return format.Units{Length: "pc", Time: "Myr"}, false
	}
	if p == nil || !p.degrees && !p.metres {
		return u, false
	}
	return format.Units{Length: "m", Time: "s"}, p.metres
}

// columnsOfSUMO returns the columns that xml2csv.py of SUMO writes for a kind.
func columnsOfSUMO(k objectKind) [NumKinds][]string {
	of := func(attribute string) []string { return []string{k.String() + "_" + attribute} }
	return [NumKinds][]string{ColID: of("id"), ColT: {"timestep_time"}, ColX: of("x"), ColY: of("y"), ColZ: of("z")}
}

// Presets returns the names that Options.Preset may have, except NoPreset.
func Presets() (names []string) {
	for _, p := range presets() {
		names = append(names, p.name)
	}
	return slices.Compact(names) // two kinds of tables may have one name
}

// Heights returns the columns that Options.Height may name.
func Heights() (names []string) {
	for _, p := range presets() {
		names = append(names, p.heights...)
	}
	return names
}

// checkPreset refuses an unknown Options.Preset.
func (o *Options) checkPreset() error {
	if o.Preset != "" && o.Preset != format.NoPreset && !slices.Contains(Presets(), o.Preset) {
		return fmt.Errorf("format: preset %q: must be one of %s, %s", o.Preset, strings.Join(Presets(), ", "), format.NoPreset)
	}
	return nil
}

// Fold returns a name as presets compare it: in lower case, blanks and - . : as _.
func Fold(name string) string {
	return strings.Map(func(c rune) rune {
		if strings.ContainsRune(" -.:", c) {
			return '_'
		}
		return c
	}, strings.ToLower(name))
}

// A PresetMatch is the preset that matches a header, with the columns that it takes.
type PresetMatch struct {
	Preset    *preset
	VisibleAt int            // the column visible, -1 for none
	objects   []objectLayout // of rows of several kinds, or of one kind that the columns tell: a row's id decides; the first has the file's layout
}

// Layouts returns the layouts of all kinds of objects, or the file's layout alone.
func (t *PresetMatch) Layouts(of FileColumns) (all []FileColumns) {
	for _, o := range t.objects {
		all = append(all, o.FileColumns)
	}
	if len(all) == 0 {
		all = []FileColumns{of}
	}
	return all
}

// findAny finds the columns among names: of places as findPlaces does, and of velocities.
func (o *Options) findAny(names []string) (l FileColumns, t PresetMatch, cause string) {
	if l, t, cause = o.findPlaces(names); cause == "" {
		cause = o.takeVelocities(&t, names, &l)
	}
	return l, t, cause
}

// findPlaces finds the columns of places among names, by Options and the neutral names, else by a preset, else by a pair of degrees. cause says which
// columns are missing: see Mended.
func (o *Options) findPlaces(names []string) (l FileColumns, t PresetMatch, cause string) {
	named := o.Height != "" && slices.Contains(Heights(), o.Height)
	if o.Preset == "" && !named {
		if l, lacks, cause := o.Look(names); len(lacks) == 0 && cause == "" {
			o.leaveHeights(names, &l)
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
			if p.sky {
				return other, fits, o.unfitSky(&p)
			}
			o.leaveHeights(names, &other)
			other.asideOf(len(fits.objects))
			return other, fits, ""
		}
		if o.Preset != "" && cause == "" {
			l, cause = other, missing
		}
	}
	if cause != "" {
		return l, t, cause
	}
	if l, cause = o.Find(names); cause == "" && named {
		cause = fmt.Sprintf("heights from %s are for the presets that have it", o.Height)
	}
	return l, t, cause
}

// FindTyped is findAny of a table whose columns have types. Options.Preset is for files that have the preset's columns: a file that has
// the neutral columns instead, as flyby writes them, is read by the neutral ones.
func (o *Options) FindTyped(names []string) (l FileColumns, t PresetMatch, cause string) {
	l, t, cause = o.findAny(names)
	if cause == "" || o.Preset == "" || o.Preset == format.NoPreset {
		return l, t, cause
	}
	if neutral, missing := o.Find(names); missing == "" {
		cause = o.takeVelocities(&PresetMatch{}, names, &neutral)
		return neutral, PresetMatch{}, cause
	}
	return l, t, cause
}

// fit finds the columns of a preset among names.
func (o *Options) fit(p *preset, names []string) (l FileColumns, t PresetMatch, cause string) {
	folded := make([]string, len(names))
	for i, name := range names {
		folded[i] = Fold(name)
	}
	l, cause = o.columnsOf(p, p.columns, names, folded)
	t = PresetMatch{Preset: p, VisibleAt: -1}
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
		t.VisibleAt = slices.Index(folded, p.visible)
	}
	return l, t, ""
}

// objectsOf finds the columns of each kind of object that a preset tells apart. l has the columns of the first kind, unless cause says
// that some are missing. The file has the layout of the first kind whose columns are found.
func (o *Options) objectsOf(p *preset, l FileColumns, cause string, names, folded []string) ([]objectLayout, FileColumns, string) {
	if p.of == noKind {
		return nil, l, cause
	}
	var all []objectLayout
	if cause == "" {
		all = append(all, objectLayout{kind: p.of, FileColumns: l})
	}
	for _, other := range p.others {
		if l, missing := o.columnsOf(p, other.columns, names, folded); missing == "" {
			all = append(all, objectLayout{kind: other.of, FileColumns: l})
		}
	}
	if len(all) == 0 {
		return nil, l, cause
	}
	if slices.ContainsFunc(all, func(l objectLayout) bool { return l.At[ColZ] < 0 }) {
		for i := range all {
			all[i].At[ColZ] = -1
		}
	}
	return all, all[0].FileColumns, ""
}

// columnsOf finds columns by their folded names, or by the names that Options give.
func (o *Options) columnsOf(p *preset, columns [NumKinds][]string, names, folded []string) (l FileColumns, cause string) {
	for kind := range NumKinds {
		l.At[kind] = -1
		if IsVelocity(kind) || kind == ColT && o.Places != nil {
			continue // no preset has velocities, and no place a time
		}
		wanted := columns[kind]
		if kind == ColZ && len(p.heights) > 0 {
			if wanted = p.heights[:1]; o.Height != "" {
				wanted = []string{o.Height}
			}
		}
		told, isTold := o.Columns[ColumnKey(kind)]
		isTold = isTold && !(kind == ColT && o.NoTimes())
		switch {
		case isTold && kind == ColID && !o.unjoined:
			l.At[kind], l.Parts, _ = idColumns(names, told)
			wanted = []string{told}
		case isTold:
			l.At[kind] = slices.Index(names, told)
			wanted = []string{told}
		case kind == ColR:
			l.At[kind] = slices.Index(names, ColumnKey(kind))
		case kind == ColZ && o.Height == format.NoHeight && !p.sky:
			continue
		default:
			for _, name := range wanted {
				if l.At[kind] = slices.Index(folded, name); l.At[kind] >= 0 {
					break
				}
			}
		}
		switch at := l.At[kind]; {
		case at >= 0 && slices.Contains(folded[at+1:], folded[at]):
			return l, fmt.Sprintf("two columns %s", names[at])
		case at >= 0:
			if l.Name[kind] = names[at]; kind == ColID && l.Parts != nil {
				l.Name[kind] = told
			}
			o.stand(&l, kind)
		case isTold || kind != ColR && (kind != ColZ || len(p.heights) > 0 || p.sky):
			return l, fmt.Sprintf("no column %s of preset %s; there is %s", strings.Join(wanted, " or "), p.name, infile.List(names))
		}
	}
	missing, cause := o.findPieces(names, &l)
	if missing != "" {
		cause = fmt.Sprintf("no column %s; there is %s", missing, infile.List(names))
	}
	return l, cause
}

// String says which columns were taken, such as "marinecadastre: id=MMSI t=BaseDateTime (UTC)
// x=LON y=LAT, degrees".
func (h *csvHeader) String() string {
	if h.Preset == nil {
		return ""
	}
	var s strings.Builder
	s.WriteString(h.Preset.name + ":")
	for _, kind := range []int{ColID, ColT, ColX, ColY, ColZ, ColR} {
		if h.At[kind] < 0 || kind == ColT && h.Still {
			continue
		}
		fmt.Fprintf(&s, " %s=%s", ColumnKey(kind), h.Name[kind])
		for i := 1; i < len(h.objects) && kind != ColT; i++ {
			s.WriteString("|" + h.objects[i].Name[kind])
		}
		if kind == ColT && h.clock != "" {
			s.WriteString(" (" + h.clock + ")")
		}
		if kind != ColID && kind != ColT && h.given[kind] != "" {
			s.WriteString(" (" + h.given[kind] + ")")
		}
	}
	return s.String() + ", " + h.places
}
