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
	other   [numKinds][]string // the same for rows that have no id in columns, if such columns are there
	also    []string           // columns that such files have besides
	heights []string           // columns that may be z, by Options.Height, the first where that is empty

	degrees bool     // x and y are longitude and latitude
	utc     []string // times in these columns are UTC
	layout  string   // of times
	unix    bool     // times are numbers, seconds since 1970
	beyond  bool     // 181 E and 91 N stand for no position
	visible string   // rows that have false in this column are none
	held    bool     // a position is repeated until the next one comes
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
			name:    "sumo",
			columns: [numKinds][]string{colID: {"vehicle_id"}, colT: {"timestep_time"}, colX: {"vehicle_x"}, colY: {"vehicle_y"}, colZ: {"vehicle_z"}},
			other:   [numKinds][]string{colID: {"person_id"}, colT: {"timestep_time"}, colX: {"person_x"}, colY: {"person_y"}, colZ: {"person_z"}},
		}, {
			name: "ais", degrees: true, beyond: true, utc: []string{"date_time_utc"},
			columns: [numKinds][]string{colID: mmsi, colT: {"timestamp", "date_time_utc", "time"}, colX: lon, colY: lat},
		},
	}
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
	visibleAt int     // the column visible, -1 for none
	other     *layout // of rows that have no id in the first, nil: there are none
}

// findAny finds the columns among names: those that Options and the neutral names say, else those of
// a preset. cause says what is missing.
func (o *Options) findAny(names []string) (l layout, t taken, cause string) {
	if o.Preset == "" || o.Preset == NoPreset {
		l, cause = o.find(names)
		if cause == "" && slices.Contains(Heights(), o.Height) {
			cause = fmt.Sprintf("heights from %s are for the presets that have it", o.Height)
		}
		if cause == "" || o.Preset == NoPreset {
			return l, t, cause
		}
	}
	for _, p := range presets() {
		if o.Preset != "" && o.Preset != p.name {
			continue
		}
		other, fits, missing := o.fit(&p, names)
		if missing == "" {
			if slices.Contains(Heights(), o.Height) && !slices.Contains(p.heights, o.Height) {
				return other, fits, fmt.Sprintf("preset %s has no height %s", p.name, o.Height)
			}
			return other, fits, ""
		}
		if o.Preset != "" {
			return other, t, missing
		}
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
	second, missing := l, "none"
	if len(p.other[colID]) > 0 {
		second, missing = o.columnsOf(p, p.other, names, folded)
	}
	for _, name := range p.also {
		if cause == "" && !slices.Contains(folded, name) {
			cause = fmt.Sprintf("no column %s of preset %s; there is %s", name, p.name, infile.List(names))
		}
	}
	t = taken{preset: p, visibleAt: -1}
	switch {
	case cause != "" && missing != "":
		return l, t, cause
	case cause != "":
		l = second
	case missing == "":
		if l.at[colZ] < 0 || second.at[colZ] < 0 {
			l.at[colZ], second.at[colZ] = -1, -1
		}
		t.other = &second
	}
	if p.visible != "" {
		t.visibleAt = slices.Index(folded, p.visible)
	}
	return l, t, ""
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
		if h.other != nil && kind != colT {
			s.WriteString("|" + h.other.name[kind])
		}
		if kind == colT && h.clock != "" {
			s.WriteString(" (" + h.clock + ")")
		}
	}
	return s.String() + ", " + h.places
}
