package encounters

import (
	"flyby/internal/scene"
	"flyby/report/internal/page"
)

// Data is the data block of the page, in JSON, which its script draws. Times are offsets from an encounter's time of closest approach, and places are offsets from the
// query's place at that time, in the unit of lengths, to 9 digits. Where positions are degrees, places are to the east, to the north and up.
type Data struct {
	page.Measures
	Vertical       bool            `json:"vertical"` // distances are horizontal, as with cylinders: heights are not part of places
	Passes         []Pass          `json:"passes"`   // encounters, row by row of the table
	page.Intervals                 // of objects, and of encounters of all objects
	Meetings       Meetings        `json:"meetings"`  // who met whom
	Distances      scene.Histogram `json:"distances"` // of d_min
	page.Lasting                   // of encounters, from t_enter to t_exit
}

// A Pass is an encounter with the paths of both objects around it.
type Pass struct {
	Enter float64     `json:"enter"` // offset of t_enter, 0 or less
	Exit  float64     `json:"exit"`  // offset of t_exit, 0 or more
	Place [3]float64  `json:"place"` // the query's at the closest approach, as the data have it: longitude and latitude if in degrees
	Query Track       `json:"query"`
	Entry Track       `json:"entry"`
	Cut   bool        `json:"cut,omitempty"`   // both ends of the window were cut for the number of samples
	Radii float64     `json:"radii,omitempty"` // sum of both radii, which is added to the threshold
	Cross *[3]float64 `json:"cross,omitempty"` // of the frame of the query's orbit, whose radial direction is of Place: see orbit
}

// A Track is the path of an object: lines without gaps, each with its samples in order of time. A point event has one line of one sample.
type Track struct {
	Event bool         `json:"event,omitempty"`
	Lines []scene.Line `json:"lines"`
}

// Meetings are the objects that met, component by component, and the number of encounters of each two: a matrix of up to 60 objects, for more objects components alone.
type Meetings struct {
	Objects    []string    `json:"objects,omitempty"`    // in order of component
	Counts     [][3]int    `json:"counts,omitempty"`     // first object, second object, encounters
	Components []Component `json:"components,omitempty"` // the largest first, where there are too many objects for a matrix
	More       int         `json:"more,omitempty"`       // components that are not listed
}

// A Component is objects that are connected by encounters.
type Component struct {
	Objects    int      `json:"objects"`
	Encounters int      `json:"encounters"`
	Some       []string `json:"some"` // names of the first few objects
}
