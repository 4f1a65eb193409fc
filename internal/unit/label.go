package unit

import "strings"

// CutSpeed splits the label of a unit of speed into the labels of a length and of a time, as tables
// write them: km/s, "km / s", "km s-1", "km s^-1", km.s-1, km.s**-1 and km*s**(-1). Neither need be
// a unit that Find knows. ok is false for any other label.
func CutSpeed(label string) (length, time string, ok bool) {
	label = strings.TrimSpace(label)
	over, under, quotient := strings.Cut(label, "/")
	if !quotient {
		at := strings.LastIndexAny(label[:max(0, len(label)-len("-1"))], " .")
		if star := strings.IndexByte(label, '*'); at < 0 && star >= 0 && !strings.HasPrefix(label[star:], "**") {
			at = star
		}
		if at < 0 {
			return "", "", false
		}
		over, under = label[:at], label[at+1:]
		if under, ok = cutInverse(under); !ok {
			return "", "", false
		}
	}
	over, under = strings.TrimSpace(over), strings.TrimSpace(under)
	return over, under, isName(over) && isName(under)
}

// cutInverse cuts the exponent -1 off the end of a label.
func cutInverse(label string) (of string, ok bool) {
	for _, exponent := range []string{"**(-1)", "**-1", "^(-1)", "^-1", "-1"} {
		if of, ok = strings.CutSuffix(label, exponent); ok {
			return of, true
		}
	}
	return label, false
}

// isName reports whether a label consists of letters.
func isName(label string) bool {
	return label != "" && strings.IndexFunc(label, func(r rune) bool { return r < 0x80 && !isLetter(byte(r)) }) < 0
}

// Label returns the usual name of a unit, and the label itself where it names no unit.
func Label(name string, d Dimension) string {
	if u, err := Find(name, d); err == nil {
		return u.String()
	}
	return name
}

// IsScale reports whether a label of a unit of time is one of a scale of dates.
func IsScale(name string) bool {
	u, err := Find(name, Time)
	return err == nil && u.IsScale()
}

// Turn returns the factor between the units of two labels, nil where they are the same, where one is not known, and for scales of dates.
func Turn(label, other string, d Dimension) *Factor {
	from, err := Find(label, d)
	to, unknown := Find(other, d)
	if err != nil || unknown != nil || from.IsScale() || to.IsScale() || from.String() == to.String() {
		return nil
	}
	by := Between(from, to)
	return &by
}
