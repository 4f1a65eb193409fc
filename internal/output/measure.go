package output

// A Measure is the quantity that the numbers of a column count, except instants.
type Measure uint8

const (
	inNothing Measure = iota
	InLength
	InTime // between two instants
	InSpeed
	InDegrees
)
