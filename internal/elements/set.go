package elements

import (
	"time"

	"flyby/trajectory/sgp4"
)

// A Set is an element set of an object, as it was read.
type Set struct {
	Elements sgp4.Elements
	Created  time.Time // CREATION_DATE; zero: unknown
	Number   int64     // ELEMENT_SET_NO; -1: unknown
}
