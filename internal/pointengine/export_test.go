package pointengine

import "flyby/points/pointjoin"

// Reach is reach.
var Reach = reach

// NewSlabs is a driver of slabs, with a driver below it.
func NewSlabs(d pointjoin.Driver, c Config) pointjoin.Driver { return &slabs{d, &c} }
