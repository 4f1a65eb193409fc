package dense

// vectors is the loops that have versions in vector instructions, over four points of the plane a step. nil: they are in Go
// alone. They are given where a disc begins.
type vectors struct {
	name  string
	count func(d *float64, others *float64, fours int)
	least func(d *float64, others *float64, links *uint32, fours int)
}
