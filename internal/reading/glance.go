package reading

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"flyby/internal/infile"
	"flyby/internal/localtime"
	"flyby/internal/unixtime"
	"flyby/trajectory/format"
)

// A Glance is what a file tells about a column, for the advice of Mended.
type Glance struct {
	Cells []string // texts of the first rows, or of rows that serve as well; none: they are not known
	Unit  string   // that the file says, "" for none
	Timed bool     // values are times by their type
}

// A GlanceFunc returns a Glance of a column. It is called only where a file lacks columns.
type GlanceFunc func(column int) Glance

// MostGlanced is the number of rows at whose cells a Glance looks.
const MostGlanced = 64

// GlanceAt returns the GlanceFunc of rows of text whose fields a byte separates.
func GlanceAt(rows []byte, sep byte) GlanceFunc {
	var all [][]string
	for at := 0; at < len(rows) && len(all) < MostGlanced; {
		end, whole := infile.RecordEnd(rows, at, sep, true)
		if !whole && at > 0 {
			break // the record may be cut
		}
		record := infile.Chomp(rows[at:end])
		if at = end; len(record) == 0 {
			continue
		}
		fields, broken := infile.SplitRecord(nil, record, sep)
		var texts []string
		for _, field := range fields {
			texts = append(texts, string(infile.Trim(field)))
		}
		if broken == "" {
			all = append(all, texts)
		}
	}
	return func(column int) (g Glance) {
		for _, row := range all {
			if column < len(row) {
				g.Cells = append(g.Cells, row[column])
			}
		}
		return g
	}
}

// A timeSense says how the cells of a column can be read as times.
type timeSense struct {
	isTime   bool           // they are dates and times
	zoneless bool           // and have no offset from UTC, and options no zone
	dated    bool           // they are dates alone
	numbers  bool           // they are numbers
	unit     *unixtime.Unit // in which numbers count since 1970, nil: they do not, as far as is known
	mixed    string         // two units in which numbers count since 1970
	unread   string         // a cell that is neither a number nor a time
}

// senseOf returns how the cells of a column can be read as times.
func (o *Options) senseOf(g Glance) (s timeSense) {
	if g.Timed {
		return timeSense{isTime: true}
	}
	var counts []float64
	there := o.Times
	there.Zone, _ = localtime.ParseZone("UTC") // UTC is always found
	for _, text := range g.Cells {
		if infile.IsNone([]byte(text)) {
			continue
		}
		if v, bad := infile.ParseFloat([]byte(text)); bad == "" && o.Times.Layout == nil {
			s.numbers, counts = true, append(counts, v)
			continue
		}
		if _, err := there.Parse(text); err != nil {
			s.unread = text
			break
		}
		own := o.Times
		_, err := own.Parse(text)
		s.isTime, s.dated, s.zoneless = true, len(text) <= len("2006-01-02"), s.zoneless || err != nil && !o.Times.Zone.Known()
	}
	if s.numbers && !s.isTime && g.Unit == "" && o.ColumnUnits["t"] == "" && slices.Contains([]string{"", "s"}, o.Units.Time) {
		s.unit, s.mixed = unixtime.Guess(counts...)
	}
	return s
}

// isRead reports whether cells can be read as times, as far as they are known.
func (s *timeSense) isRead() bool { return s.unread == "" && !(s.isTime && s.numbers) }

// suggestTime finds a column of times: by its name where its cells can be read, then by its cells, then by its name alone; -1 for none.
// taken reports columns that have another meaning.
func (o *Options) suggestTime(names []string, glance GlanceFunc, taken func(column int) bool) int {
	if glance == nil {
		return o.meant(names, timeWords()...)
	}
	senses := make([]timeSense, len(names))
	for i := range names {
		senses[i] = o.senseOf(glance(i))
	}
	for _, word := range timeWords() {
		if at := o.meant(names, word); at >= 0 && senses[at].isRead() {
			return at
		}
	}
	for _, fits := range []func(i int) bool{
		func(i int) bool { return senses[i].isTime && !senses[i].dated },
		func(i int) bool { return senses[i].isTime },
		func(i int) bool {
			return senses[i].unit != nil || senses[i].mixed != "" || isTimeName(names[i]) && senses[i].numbers
		},
	} {
		for i, name := range names {
			if senses[i].isRead() && fits(i) && !taken(i) && o.isFree(names, name) {
				return i
			}
		}
	}
	return o.meant(names, timeWords()...)
}

// isTimeName reports whether a word of the name of a column is one of times.
func isTimeName(name string) bool {
	return slices.ContainsFunc(strings.Split(Fold(name), "_"), func(word string) bool {
		return slices.Contains([]string{"time", "timestamp", "datetime", "date", "epoch", "utc", "clock", "second", "seconds", "sec", "ms", "millis"}, word)
	}) || strings.HasSuffix(squash(name), "time") || strings.HasSuffix(squash(name), "timestamp")
}

// timeFlags returns the flags with which the column of times can be read: a zone, or a unit of numbers that count since 1970. left says what
// no flag does.
func (o *Options) timeFlags(name string, s timeSense) (zone []string, unit, left string) {
	switch {
	case !s.isRead():
		example := s.unread
		if example == "" {
			return nil, "", "column " + name + " holds both times and numbers"
		}
		return nil, "", "column " + name + " holds " + quoted(example) + ", which is no time; --time-layout says how times are written"
	case s.mixed != "":
		return nil, "", "column " + name + " counts " + s.mixed + " since 1970, which no unit fits"
	case s.zoneless:
		return []string{o.Flag("tz"), "UTC"}, "", ""
	case s.unit != nil:
		return nil, s.unit.Name, ""
	}
	return nil, "", ""
}

// UnitsText returns a value of --units: units of length and time, of columns, and a unit of t, unless it is "".
func UnitsText(u format.Units, columns map[string]string, t string) string {
	var parts []string
	if u.Length+u.Time != "" {
		parts = append(parts, strings.TrimSuffix(u.Length+","+u.Time, ","))
	}
	for _, column := range slices.Sorted(maps.Keys(columns)) {
		parts = append(parts, column+"="+columns[column])
	}
	if t != "" {
		parts = append(parts, "t="+t)
	}
	return strings.Join(parts, ",")
}

// quoted returns a text in quotes, cut short.
func quoted(text string) string {
	return `"` + infile.Shorten(string(bytes.ToValidUTF8([]byte(text), []byte("?")))) + `"`
}
