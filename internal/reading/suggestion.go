package reading

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"flyby/internal/height"
	"flyby/internal/infile"
)

// Mended returns cause, which says what is wrong with the columns of a file. Where columns are lacking, it adds which flags to write,
// as far as the names and the first rows, unless glance is nil, tell. It takes a while, and is for errors that are shown.
func (o *Options) Mended(cause string, names []string, glance GlanceFunc) string {
	if o.Seen != nil { // the error is not shown, and columns that are tried are no header
		return cause
	}
	l, lacks, other := o.Look(names)
	if other != "" || len(lacks) == 0 || cause != o.LackOf(names, lacks) {
		return cause
	}
	if near := o.nearPreset(names, &l, lacks); near != "" {
		return near
	}
	return o.lacking(names, &l, lacks, glance)
}

// lacking returns a text with the columns that a file lacks, and the flags of a command line that name them.
func (o *Options) lacking(names []string, l *FileColumns, lacks []int, glance GlanceFunc) string {
	lacks = o.besidePair(names, l, lacks)
	s := o.suggest(names, l, lacks, glance)
	s.still = o.MayBePlaces && slices.Contains(lacks, ColT) && s.at[ColT] < 0
	cause := o.LackOf(names, lacks)
	if others := o.suggestHeight(names, &s, glance); len(others) > 0 {
		cause += "; z may also be " + height.List(others)
	}
	words, left, still := o.wordsOf(names, l, &s, glance)
	if still {
		left = append(left, "t=none takes the rows for places, beside a file with times")
	}
	advice := cause + "; try: " + strings.Join(words, " ")
	if len(left) > 0 {
		advice += " (left to say: " + strings.Join(left, "; ") + ")"
	}
	return advice
}

// besidePair leaves x and y out of lacks where a pair of degrees is taken for them as soon as the other columns are found.
func (o *Options) besidePair(names []string, l *FileColumns, lacks []int) []int {
	rest := slices.DeleteFunc(slices.Clone(lacks), func(kind int) bool { return kind == ColX || kind == ColY })
	if _, _, ok := o.pairFor(names, l); ok && o.LonLat && len(rest) > 0 {
		return rest
	}
	return lacks
}

// LackOf returns a text with the columns that a file lacks, and its columns.
func (o *Options) LackOf(names []string, lacks []int) string {
	lack := func(kind int) bool { return slices.Contains(lacks, kind) }
	var parts []string
	if lack(ColID) {
		parts = append(parts, "id")
	}
	if lack(ColT) {
		parts = append(parts, "time")
	}
	switch {
	case lack(ColX) && lack(ColY):
		parts = append(parts, "place")
	case lack(ColX) || lack(ColY):
		wanted, _ := o.candidates(map[bool]int{true: ColX, false: ColY}[lack(ColX)])
		parts = append(parts, strings.Join(wanted, " or "))
	}
	return fmt.Sprintf("no %s in %s", listOf(parts), infile.List(names))
}

// nearPreset returns a text with the flags to write for a file that lacks only the ids of a preset; "" for any other file.
func (o *Options) nearPreset(names []string, l *FileColumns, lacks []int) string {
	if o.Preset != "" || !slices.Contains(lacks, ColX) {
		return ""
	}
	s := o.suggest(names, l, lacks, nil)
	if s.at[ColID] < 0 || s.at[ColX] >= 0 {
		return ""
	}
	s.at[ColT] = -1
	own := *o
	all := map[string]string{"id": names[s.at[ColID]]}
	maps.Copy(all, o.ownColumns())
	own.Columns = all
	for _, p := range presets() {
		if _, _, missing := own.fit(&p, names); missing == "" {
			return o.LackOf(names, []int{ColID}) + "; try: " + o.Flag("columns") + " " + quotedWord(infile.ColumnsText(all))
		}
	}
	return ""
}
