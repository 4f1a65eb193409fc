package binindex

import "flyby/trajectory"

// Affine returns what makes a frame's positions: those less origin, times scale.
func (f *Frame) Affine() (origin [3]float64, scale float64) { return f.origin, f.scale }

// Instants returns the times that the clock tells apart, sorted: the tick of t
// is the number of them that are <= t. The caller must not change them.
func (c *Clock) Instants() []float64 { return c.instants.values }

// Flat returns a store's query side without boxes, for drivers that make them
// on the device: its runs in row order, none grouped (Setting.RunLevels is 0).
func Flat(s *trajectory.Store, entries *Pyramid) *Pyramid {
	set := QuerySetting(s, entries.Setting)
	set.RunLevels = 0
	return &Pyramid{Frame: entries.Frame, Store: s, Setting: set}
}
