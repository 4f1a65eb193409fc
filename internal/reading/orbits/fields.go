package orbits

import (
	"math"
	"strings"
)

// A field is a field of an OMM that is read, besides the ones that conditions and attributes ask for.
type field int

const (
	epoch field = iota
	meanMotion
	eccentricity
	inclination
	node
	perigee
	anomaly
	bStar
	theory
	frame
	scale
	centre
	ephemerisType
	axis
	setNumber
	created
	idField
	numFields
)

// fieldNames returns the names that OMM has for fields. The id is called by options.
func fieldNames() [numFields]string {
	return [numFields]string{
		epoch: "EPOCH", meanMotion: "MEAN_MOTION", eccentricity: "ECCENTRICITY", inclination: "INCLINATION", node: "RA_OF_ASC_NODE", perigee: "ARG_OF_PERICENTER",
		anomaly: "MEAN_ANOMALY", bStar: "BSTAR", theory: "MEAN_ELEMENT_THEORY", frame: "REF_FRAME", scale: "TIME_SYSTEM", centre: "CENTER_NAME",
		ephemerisType: "EPHEMERIS_TYPE", axis: "SEMI_MAJOR_AXIS", setNumber: "ELEMENT_SET_NO", created: "CREATION_DATE", idField: catalogueNumber,
	}
}

// catalogueNumber is the field that is the id, unless options name another.
const catalogueNumber = "NORAD_CAT_ID"

// A bound is the range of a number.
type bound struct {
	of            field
	least, most   float64
	above, beyond bool // least and most are no values
	cause         string
}

// bounds returns the ranges of the numbers of a set.
func bounds() []bound {
	const turn = "must be -360 to 360 degrees"
	return []bound{
		{meanMotion, 0, math.MaxFloat64, true, false, "must be positive, in revolutions a day"},
		{eccentricity, 0, 1, false, true, "must be 0 to below 1"},
		{inclination, 0, 180, false, false, "must be 0 to 180 degrees"},
		{node, -360, 360, false, false, turn},
		{perigee, -360, 360, false, false, turn},
		{anomaly, -360, 360, false, false, turn},
		{bStar, -math.MaxFloat64, math.MaxFloat64, false, false, "must be finite"},
	}
}

// holds reports whether a number is in the range.
func (b *bound) holds(v float64) bool {
	return b.least <= v && v <= b.most && !(b.above && v == b.least) && !(b.beyond && v == b.most)
}

// missing returns why a set without a field, among fields that has reports, cannot be propagated.
func missing(of field, has func(field) bool) (cause string) {
	switch {
	case of == meanMotion && has(axis):
		return "missing: SEMI_MAJOR_AXIS does not take its place, for SGP4 is made for the mean motion"
	case of == bStar:
		return "missing: SGP4 needs the drag term (0 says that there is no drag)"
	case of == idField:
		return "missing: it is the id; --columns id=OBJECT_ID takes another"
	}
	return "missing"
}

// foreign returns why a text that says what elements are is refused, "" where they are SGP4's, about the Earth, in TEME and UTC. A field that is
// missing says nothing: CelesTrak's CSV has none of them.
func foreign(of field, text string) (cause string) {
	wanted := map[field]string{theory: "SGP4", frame: "TEME", scale: "UTC", centre: "EARTH"}[of]
	switch {
	case of == ephemerisType:
		return foreignType(strings.TrimLeft(text, "0"))
	case strings.EqualFold(text, wanted), of == theory && strings.EqualFold(text, "SGP/SGP4"):
		return ""
	}
	return "must be " + wanted + ": other elements are not propagated"
}

// foreignType is foreign of a type of ephemeris without zeros before it.
func foreignType(text string) (cause string) {
	switch text {
	case "", "2": // both are SGP4 today
		return ""
	case "4":
		return "SGP4-XP, whose elements SGP4 does not propagate: must be 0"
	}
	return "must be 0: elements of SGP4"
}
