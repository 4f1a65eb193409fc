package unit

import "strings"

// Meant returns a question about the unit that may be meant by a name that no unit of some dimensions has: ": is it nmi?"
// for nm, which is a nautical mile to sailors and a nanometre in SI. It is "" where no unit is likely.
func Meant(name string, dimensions ...Dimension) string {
	for meant, names := range map[string]string{
		"nmi":  "nm nmile nmiles nauticalmile nauticalmiles",
		"m":    "metre metres meter meters",
		"km":   "kilometre kilometres kilometer kilometers kms",
		"ft":   "foot feet",
		"mi":   "mile miles",
		"s":    "sec secs second seconds",
		"min":  "mins minute minutes",
		"h":    "hr hrs hour hours",
		"d":    "day days",
		"yr":   "year years",
		"kn":   "kt kts knot knots",
		"m/s":  "mps ms-1",
		"km/h": "kmh kph",
	} {
		for known := range strings.FieldsSeq(names) {
			if known != strings.ToLower(name) {
				continue
			}
			for _, d := range dimensions {
				if _, err := Find(meant, d); err == nil {
					return ": is it " + meant + "?"
				}
			}
		}
	}
	return ""
}
