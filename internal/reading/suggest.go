package reading

import (
	"maps"
	"slices"
	"strings"

	"flyby/internal/height"
	"flyby/internal/infile"
	"flyby/trajectory/format"
)

// A suggestion names columns of a file that may be meant for columns that it lacks. It goes into messages only: nothing is read by it
// (docs/decisions/0087-columns-in-degrees.md).
type suggestion struct {
	at      [NumKinds]int // -1 for none
	degrees bool          // x and y are longitudes and latitudes
	still   bool          // there are no times, and the file may be one of places

	heightUnit string // of z, by its name; "" where the name says none
}

// idWords, timeWords and placeWords return the names of columns that are suggested, the likeliest first, as squash spells them.
func idWords() []string {
	return append([]string{"trajid", "id", "vehicle", "sourceid", "trackid", "icao24", "mmsi", "ssvid", "imei", "device", "vessel", "individual", "tag"},
		"ship", "boat", "aircraft", "hex", "animal", "trajectory", "objectid", "object", "entity", "agent", "particle", "satellite", "noradcat", "user", "person", "driver", "train", "bus", "trip", "uuid", "uid", "name", "vesselname", "shipname", "callsign", "flight")
}

func timeWords() []string {
	return append([]string{"t", "time", "timestamp", "datetime", "date", "epoch", "ts"},
		"timeutc", "utctime", "timestamputc", "datetimeutc", "utc", "eventtime", "eventtimestamp", "fixtime", "gpstime", "recordedat", "obstime", "observedat", "observationtime",
		"recordtime", "measuredat", "sampletime", "positiontime", "locationtime", "receivedat", "reportedat", "createdat", "unixtime", "epochtime", "timems", "timestampms")
}

func placeWords() [][2]string {
	all := [][2]string{{"x", "y"}, {"lon", "lat"}, {"longitude", "latitude"}, {"lng", "lat"}, {"long", "lat"}, {"lon", "latitude"}, {"longitude", "lat"}, {"lng", "latitude"}, {"long", "latitude"}}
	return append(all, [2]string{"easting", "northing"}, [2]string{"east", "north"}, [2]string{"utmx", "utmy"}, [2]string{"posx", "posy"}, [2]string{"xpos", "ypos"}, [2]string{"xm", "ym"},
		[2]string{"decimallongitude", "decimallatitude"}, [2]string{"gpslon", "gpslat"}, [2]string{"gpslongitude", "gpslatitude"})
}

// ArePlaces reports whether two names are names of coordinates of places, such as lon and lat, or pos_x and pos_y.
func ArePlaces(x, y string) bool {
	return slices.Contains(placeWords(), [2]string{squash(x), squash(y)}) || height.Third(x, y) != ""
}

// squash is Fold without separators of words: VesselName, vessel_name and "Vessel Name" become equal.
func squash(name string) string { return strings.ReplaceAll(Fold(name), "_", "") }

// suggest finds columns that may stand for the columns that a layout lacks.
func (o *Options) suggest(names []string, l *FileColumns, lacks []int, glance GlanceFunc) (s suggestion) {
	for kind := range s.at {
		s.at[kind] = -1
	}
	for _, kind := range lacks {
		switch kind {
		case ColID:
			s.at[kind] = o.suggestID(names)
		case ColX, ColY:
			o.suggestPlace(names, l, &s)
		}
	}
	if slices.Contains(lacks, ColT) {
		s.at[ColT] = o.suggestTime(names, glance, func(column int) bool {
			return slices.Contains(s.at[:], column) || slices.Contains(l.At[:], column) || o.isIDName(names[column])
		})
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

// isIDName reports whether a column may hold ids, by its name.
func (o *Options) isIDName(name string) bool { return o.suggestID([]string{name}) >= 0 }

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
		degrees := strings.Contains(words[0], "lon") || strings.Contains(words[0], "lng")
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

// wordsOf returns the flags of a command line for a suggestion, and what they leave to say. The flags that Options came from stay as they
// are. They are for one data set of a question, with flags for the other where it needs some, unless both need the same. still says that one is taken for places.
func (o *Options) wordsOf(names []string, l *FileColumns, s *suggestion, glance GlanceFunc) (words, left []string, still bool) {
	columns, complete := o.columnsWith(names, s)
	own, columns, more := o.forSides(columns)
	if s.degrees && !o.LonLat {
		words = append(words, own.Flag("lonlat"))
	}
	reading, left := own.readingWords(names, l, s, glance)
	words = append(words, reading...)
	if columns != nil {
		words = append(words, own.Flag("columns"), quotedWord(infile.ColumnsText(columns)))
	}
	if more != nil {
		words = append(words, "--"+o.otherSide()+"-columns", quotedWord(infile.ColumnsText(more)))
	}
	if !complete {
		left = append(left, "a column for each NAME")
	}
	return words, left, s.still || more[ColumnKey(ColT)] == format.NoTimes && !o.NoTimes()
}

// forSides returns options, and mappings of columns. all is the mapping that flags of own.Side say, flags of both data sets where own.Side is "". more is the mapping that the other data set
// needs, nil for none.
func (o *Options) forSides(columns map[string]string) (own *Options, all, more map[string]string) {
	if o.Side == "" || o.Other == nil {
		return o, columns, nil
	}
	shared := o.Columns
	if o.Given != nil {
		shared = o.Given
	}
	if same, more := o.Other(shared, columns); !same {
		return o, columns, more
	}
	both := *o
	both.Side = ""
	all = maps.Clone(o.Given)
	if all == nil {
		return &both, columns, nil
	}
	maps.Copy(all, columns)
	return &both, all, nil
}

// readingWords returns the flags with which times can be read, and with which units are known that a question needs, and what they leave to
// say.
func (o *Options) readingWords(names []string, l *FileColumns, s *suggestion, glance GlanceFunc) (words, left []string) {
	own, length := o.withHeight(l, s, glance)
	if glance == nil {
		if len(own.ColumnUnits) > len(o.ColumnUnits) || length != "" {
			words = []string{o.Flag("units"), quotedWord(UnitsText(own.Units.Or(format.Units{Length: length}), own.ColumnUnits, ""))}
		}
		return words, nil
	}
	var times Glance
	var sense timeSense
	at, unit := max(s.at[ColT], l.At[ColT]), ""
	if at >= 0 {
		times = glance(at)
		sense = o.senseOf(times)
		var cause string
		if words, unit, cause = o.timeFlags(names[at], sense); cause != "" {
			left = append(left, cause)
		}
	}
	time := ""
	if length == "" && o.Needs.Length && !o.LonLat && !s.degrees && o.Units.Length == "" && !hasUnit(l, s, glance) {
		length = "m"
	}
	if o.Needs.Time && !s.still && !sense.isTime && unit == "" && sense.mixed == "" && !o.IsUnix() && o.Units.Time == "" && times.Unit == "" {
		time = "s"
	}
	if length+time+unit != "" || len(own.ColumnUnits) > len(o.ColumnUnits) {
		words = append(words, o.Flag("units"), quotedWord(UnitsText(own.Units.Or(format.Units{Length: length, Time: time}), own.ColumnUnits, unit)))
	}
	if guessed := strings.Trim(length+","+time, ","); guessed != "" {
		left = append(left, guessed+" if the numbers are in these units")
	}
	return words, left
}

// hasUnit reports whether the file says the unit of a position.
func hasUnit(l *FileColumns, s *suggestion, glance GlanceFunc) bool {
	for _, kind := range []int{ColX, ColY} {
		if at := max(s.at[kind], l.At[kind]); at >= 0 && glance(at).Unit != "" {
			return true
		}
	}
	return false
}

// columnsWith returns the mapping of --columns with the suggested columns added that are not found by their names, and NAME for other columns
// that are lacking; nil where all are found. complete says that there is no NAME.
func (o *Options) columnsWith(names []string, s *suggestion) (all map[string]string, complete bool) {
	trial := *o
	trial.LonLat = o.LonLat || s.degrees
	found, _, _ := trial.Look(names)
	all, added := map[string]string{}, false
	maps.Copy(all, o.ownColumns())
	for kind, at := range s.at {
		if at >= 0 && found.At[kind] != at {
			all[ColumnKey(kind)], added = names[at], true
		}
	}
	if s.still {
		all[ColumnKey(ColT)], added = format.NoTimes, true
	}
	trial.Columns, complete = all, true
	found, lacks, _ := trial.Look(names)
	for _, kind := range trial.besidePair(names, &found, lacks) {
		if kind != ColT || !s.still {
			all[ColumnKey(kind)], added, complete = "NAME", true, false
		}
	}
	if !added {
		return nil, true
	}
	return all, complete
}

// quotedWord returns a word quoted so that a shell takes it for one word.
func quotedWord(word string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=,.:/%@"
	if strings.Trim(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
