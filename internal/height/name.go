package height

import (
	"slices"
	"strings"
	"unicode"
)

// A Reading is what the name of a column of heights says.
type Reading struct {
	Sure bool   // the name is of the height of a position: z, alt, altitude, ele; otherwise it may be of something else: height, depth
	Unit string // as --units has it; "" where the name says none
	In   string // a unit, in words, that --units has not, such as "hundreds of feet"; "" where there is none
}

// Read reads the name of a column. ok is false where it is not of heights.
func Read(name string) (r Reading, ok bool) {
	if !mayRead(name) {
		return r, false
	}
	all := words(name)
	for len(all) > 1 {
		last := all[len(all)-1]
		unit, in, isUnit := unitOf(last)
		switch {
		case isUnit && r.Unit+r.In == "":
			r.Unit, r.In = unit, in
		case last != "in" && !isReference(last):
			return r.base(all)
		}
		all = all[:len(all)-1]
	}
	return r.base(all)
}

// mayRead reports whether a name has a word of a name of heights in it. It takes no memory for most names.
func mayRead(name string) bool {
	small := strings.ToLower(name)
	return slices.ContainsFunc([]string{"z", "alt", "ele", "height", "depth", "level"}, func(word string) bool { return strings.Contains(small, word) })
}

// base reads the words of a name without units and references.
func (r Reading) base(all []string) (Reading, bool) {
	for i, word := range all { // height above sea level
		if i > 0 && (word == "above" || word == "over") {
			all = all[:i]
			break
		}
	}
	if len(all) == 0 {
		return r, false
	}
	last, before := all[len(all)-1], all[:len(all)-1]
	place := !slices.ContainsFunc(before, func(word string) bool { return !isReference(word) })
	switch {
	case strings.HasSuffix(last, "altitude"):
		r.Sure = r.In == "" && !slices.ContainsFunc(before, isOther)
		return r, true
	case slices.Contains([]string{"z", "alt", "ele"}, last):
		r.Sure = r.In == ""
		return r, place
	case slices.Contains([]string{"height", "elevation", "elev", "depth"}, last):
		return r, place
	case last == "flightlevel", last == "level" && len(before) == 1 && before[0] == "flight":
		r.Unit, r.In = "", "hundreds of feet"
		return r, true
	}
	return r, false
}

// words returns the words of a name in small letters: baroAltitude, "Baro Altitude" and BARO_ALTITUDE have the same.
func words(name string) (all []string) {
	var s strings.Builder
	small := false
	for _, c := range name {
		switch {
		case !unicode.IsLetter(c) && !unicode.IsDigit(c):
			c = ' '
		case unicode.IsUpper(c) && small:
			s.WriteByte(' ')
		}
		small = unicode.IsLower(c)
		s.WriteRune(unicode.ToLower(c))
	}
	for _, word := range strings.Fields(s.String()) {
		all = append(all, parts(word)...)
	}
	return all
}

// parts returns the words that a word without separators consists of, as alt and ft are of altft; the word itself where it is no such word.
func parts(word string) []string {
	for _, base := range []string{"altitude", "height", "elevation", "depth", "alt"} {
		before, after, found := strings.Cut(word, base)
		_, _, isUnit := unitOf(after)
		if found && (before == "" || isReference(before)) && (after == "" || isUnit || isReference(after)) {
			return slices.DeleteFunc([]string{before, base, after}, func(part string) bool { return part == "" })
		}
	}
	return []string{word}
}

// unitOf returns the unit that a word means: as --units has it, or in words.
func unitOf(word string) (unit, in string, ok bool) {
	for _, of := range []struct {
		unit, in string
		words    []string
	}{
		{"m", "", []string{"m", "metre", "metres", "meter", "meters", "mtr"}},
		{"ft", "", []string{"ft", "feet", "foot"}},
		{"km", "", []string{"km", "kilometre", "kilometres", "kilometer", "kilometers"}},
		{"nmi", "", []string{"nmi"}},
		{"mi", "", []string{"mi", "mile", "miles"}},
		{"AU", "", []string{"au"}},
		{"pc", "", []string{"pc"}},
		{"kpc", "", []string{"kpc"}},
		{"Mpc", "", []string{"mpc"}},
		{"", "cm", []string{"cm", "centimetres", "centimeters"}},
		{"", "mm", []string{"mm", "millimetres", "millimeters"}},
		{"", "dm", []string{"dm"}},
		{"", "yards", []string{"yd", "yard", "yards"}},
		{"", "fathoms", []string{"fathom", "fathoms"}},
		{"", "hundreds of feet", []string{"fl", "100ft", "hft"}},
	} {
		if slices.Contains(of.words, word) {
			return of.unit, of.in, true
		}
	}
	return "", "", false
}

// isReference reports whether a word says from what a height is measured, by what, or of what it is a part.
func isReference(word string) bool {
	return slices.Contains([]string{
		"msl", "amsl", "asl", "agl", "hae", "wgs84", "egm96", "egm2008", "navd88", "ellipsoid", "ellipsoidal", "geoid", "orthometric", "sea",
		"baro", "barometric", "geo", "geom", "geometric", "geodetic", "gps", "gnss", "ins", "adsb", "pressure", "press", "qnh", "std", "true", "rel", "relative", "abs", "absolute",
		"pos", "position", "loc", "location", "coord", "coords", "coordinate", "coordinates", "point", "place", "properties",
	}, word)
}

// isOther reports whether a word before altitude says that it is not the altitude of the position at hand.
func isOther(word string) bool {
	return slices.Contains([]string{
		"selected", "sel", "target", "assigned", "cleared", "planned", "filed", "requested", "mcp", "fms", "cruise", "cruising", "transition",
		"max", "maximum", "min", "minimum", "mean", "avg", "average", "median", "std", "delta", "diff",
		"last", "previous", "prev", "next", "initial", "first", "start", "end", "takeoff", "landing", "home", "airport",
	}, word)
}
