package format

import (
	"maps"
	"slices"
	"strings"

	"flyby/internal/height"
	"flyby/internal/infile"
)

// A suggestion names columns of a file that may be meant for columns that it lacks. It goes into messages only: nothing is read by it
// (docs/decisions/0087-columns-in-degrees.md).
type suggestion struct {
	at      [NumKinds]int // -1 for none
	degrees bool          // x and y are longitudes and latitudes

	heightUnit string // of z, by its name; "" where the name says none
}

// idWords, timeWords and placeWords return the names of columns that are suggested, the likeliest first, as squash spells them.
func idWords() []string {
	return []string{"trajid", "id", "vehicle", "sourceid", "trackid", "icao24", "mmsi", "imei", "device", "individual", "tag", "name"}
}

func timeWords() []string {
	return []string{"t", "time", "timestamp", "datetime", "date", "epoch", "ts"}
}

func placeWords() [][2]string {
	all := [][2]string{{"x", "y"}, {"lon", "lat"}, {"longitude", "latitude"}, {"lng", "lat"}, {"long", "lat"}, {"lon", "latitude"}, {"longitude", "lat"}, {"lng", "latitude"}, {"long", "latitude"}}
	return append(all, [2]string{"easting", "northing"}, [2]string{"east", "north"})
}

// ArePlaces reports whether two names are names of coordinates of places, such as lon and lat, or pos_x and pos_y.
func ArePlaces(x, y string) bool {
	return slices.Contains(placeWords(), [2]string{squash(x), squash(y)}) || height.Third(x, y) != ""
}

// squash is Fold without separators of words: VesselName, vessel_name and "Vessel Name" become equal.
func squash(name string) string { return strings.ReplaceAll(Fold(name), "_", "") }

// suggest finds columns that may stand for the columns that a layout lacks.
func (o *Options) suggest(names []string, l *FileColumns, lacks []int) (s suggestion) {
	for kind := range s.at {
		s.at[kind] = -1
	}
	for _, kind := range lacks {
		switch kind {
		case ColID:
			s.at[kind] = o.suggestID(names)
		case ColT:
			s.at[kind] = o.meant(names, timeWords()...)
		case ColX, ColY:
			o.suggestPlace(names, l, &s)
		}
	}
	return s
}

// suggestID finds a column of ids: for the word vehicle also vehicle_id and, as Movebank spells it, vehicle-local-identifier.
func (o *Options) suggestID(names []string) int {
	for _, word := range idWords() {
		if at := o.meant(names, word, word+"id", word+"localidentifier"); at >= 0 {
			return at
		}
	}
	return -1
}

// suggestPlace finds columns of positions, for both x and y. Options may name one of the two.
func (o *Options) suggestPlace(names []string, l *FileColumns, s *suggestion) {
	axis := func(kind int, word string) int {
		if at := l.At[kind]; o.names(kind) && squash(names[at]) == word {
			return at
		} else if o.names(kind) {
			return -1
		}
		return o.meant(names, word)
	}
	for _, words := range placeWords() {
		degrees := strings.HasPrefix(words[0], "l")
		if x, y := axis(ColX, words[0]), axis(ColY, words[1]); x >= 0 && y >= 0 && (degrees || !o.LonLat) {
			s.at[ColX], s.at[ColY], s.degrees = x, y, degrees
			return
		}
	}
}

// meant returns the first column whose name is one of some words, -1 for none.
func (o *Options) meant(names []string, words ...string) int {
	for _, word := range words {
		for i, name := range names {
			if squash(name) == word && o.isFree(names, name) {
				return i
			}
		}
	}
	return -1
}

// isFree reports whether --columns can name a column, and does not name it yet.
func (o *Options) isFree(names []string, name string) bool {
	for _, given := range o.Columns {
		if given == name {
			return false
		}
	}
	return infile.CanName(names, name)
}

// wordsOf returns the flags of a command line for a suggestion. The flags that Options came from stay as they are.
func (o *Options) wordsOf(names []string, s *suggestion, first FirstCell) (words []string) {
	if s.degrees && !o.LonLat {
		words = append(words, "--lonlat")
	}
	own, inUnits := o.withHeight(s)
	if at := s.at[ColT]; at >= 0 && first != nil {
		words = append(words, own.timeFlags(first(at))...)
	}
	if inUnits && !slices.Contains(words, "--units") {
		words = append(words, "--units", quotedWord(own.unitsWith("")))
	}
	if columns := o.columnsWith(names, s); columns != "" {
		words = append(words, "--columns", quotedWord(columns))
	}
	return words
}

// columnsWith returns the value of --columns with the suggested columns added that are not found by their names; "" where all are found.
func (o *Options) columnsWith(names []string, s *suggestion) string {
	trial := *o
	trial.LonLat = o.LonLat || s.degrees
	found, _, _ := trial.Look(names)
	all, added := map[string]string{}, false
	maps.Copy(all, o.Columns)
	for kind, at := range s.at {
		if at >= 0 && found.At[kind] != at {
			all[ColumnKey(kind)], added = names[at], true
		}
	}
	if !added {
		return ""
	}
	return mapping(all)
}

// quotedWord returns a word quoted so that a shell takes it for one word.
func quotedWord(word string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=,.:/%@"
	if strings.Trim(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// mapping returns the text that ParseColumns reads as the mapping.
func mapping(columns map[string]string) string {
	var pairs []string
	for _, key := range columnKeys() {
		if name, ok := columns[key]; ok {
			pairs = append(pairs, key+"="+name)
		}
	}
	return strings.Join(pairs, ",")
}
