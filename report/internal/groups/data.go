package groups

import (
	"flyby/internal/scene"
	"flyby/report/internal/page"
)

// Data is the data block of the page, in JSON, which its script draws. Times are offsets from a group's start, and places are offsets from its centre, in the unit of
// lengths, to 9 digits. Where positions are degrees, places are to the east and to the north.
type Data struct {
	page.Measures
	Names        []string        `json:"names"`  // names of objects; members are numbers of names
	Groups       []Group         `json:"groups"` // row by row of the table
	page.When                    // of all groups
	Sizes        scene.Histogram `json:"sizes"`
	page.Lasting                 // of groups
}

// A Group is a group with the paths of its members around it.
type Group struct {
	Until   float64    `json:"until"`             // offset of t_end
	Window  [2]float64 `json:"window"`            // offsets of the time that is drawn
	Place   [3]float64 `json:"place"`             // the centre as the data have it: longitude and latitude if in degrees
	Members []Member   `json:"members"`           // the first members, in the order of the rows
	More    int        `json:"more,omitempty"`    // members that are not listed
	Thinned bool       `json:"thinned,omitempty"` // paths leave out samples, since there are many
}

// A Member is an object of a group.
type Member struct {
	Name   int          `json:"name"`             // index in Names
	Spans  [][2]float64 `json:"spans,omitempty"`  // times in the group; nil: all of the group's time
	Radius float64      `json:"radius,omitempty"` // added to the threshold
	Lines  []scene.Line `json:"lines,omitempty"`  // its path, lines without gaps; nil: not drawn, since there are many members
}
