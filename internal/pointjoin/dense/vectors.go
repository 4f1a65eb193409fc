package dense

// vectors is the loops that exist in vector instructions, over four points of the plane a step; nil loops are in Go alone.
// Each gets a pointer to the start of a disc.
type vectors struct {
	name  string
	count func(d *float64, others *float64, fours int)
	least func(d *float64, others *float64, links *uint32, fours int)
}
