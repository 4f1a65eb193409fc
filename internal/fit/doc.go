// Package fit fits curves to measurements: power laws and linear combinations by least squares of relative
// errors, and surfaces that are read between the points of a grid. It knows nothing of flyby.
package fit
