package groups

import "flyby/internal/scene"

// Line, Span and Histogram are what all pages of trajectories have.
type (
	Line      = scene.Line
	Span      = scene.Span
	Histogram = scene.Histogram
)

// Data is what the page draws from: the JSON of its data block. Times are offsets from a group's start and places offsets from its centre, in the unit of
// lengths, to 9 digits. Where positions are degrees, places are to the east and to the north.
type Data struct {
	Dim       int       `json:"dim"`                 // of places: 2 or 3
	Degrees   bool      `json:"degrees"`             // positions are longitudes and latitudes
	Length    string    `json:"length"`              // unit of lengths; "": none is known
	Time      string    `json:"time"`                // unit of times; "": none is known
	Stamps    bool      `json:"stamps"`              // times are timestamps, offsets seconds
	Threshold *float64  `json:"threshold,omitempty"` // within which members are linked; nil: none is known
	Names     []string  `json:"names"`               // of objects, which members are numbers of
	Groups    []Group   `json:"groups"`              // row by row of the table
	All       [][2]int  `json:"all"`                 // groups at once, as steps [column, number], see Span
	Span      Span      `json:"span"`                // of the columns of All
	Sizes     Histogram `json:"sizes"`
	Durations Histogram `json:"durations"` // where they are more than 0
	Instants  int       `json:"instants"`  // groups that last no time
}

// A Group is a group with the paths of its members around it.
type Group struct {
	Until   float64    `json:"until"`             // offset of t_end
	Window  [2]float64 `json:"window"`            // offsets of the time that is drawn
	Place   [3]float64 `json:"place"`             // the centre as the data have it: longitude and latitude of degrees
	Members []Member   `json:"members"`           // the first of the rows
	More    int        `json:"more,omitempty"`    // members that are not listed
	Thinned bool       `json:"thinned,omitempty"` // paths leave samples out, for their number
}

// A Member is an object of a group.
type Member struct {
	Name   int          `json:"name"`             // in Names
	Spans  [][2]float64 `json:"spans,omitempty"`  // when it was in the group; nil: all of the group's time
	Radius float64      `json:"radius,omitempty"` // by which it is linked farther
	Lines  []Line       `json:"lines,omitempty"`  // its path, lines without gaps; nil: none is drawn, for there are many members
}

// A Row is a row of the page's table: the texts of the file, and the same rounded to be shown.
type Row struct {
	Group                               string // its number in the file: #g3 in an address
	Size, Least                         string // as the file has them; of moving clusters the largest and the smallest of a tick
	Start, End                          string // as the file has them
	Members                             []string
	More                                int // members that are not named
	SortSize                            int
	SortStart, SortEnd, Duration        float64
	ShownStart, ShownEnd, ShownDuration string
}

// A Page is all that is shown.
type Page struct {
	Title  string   // such as "convoys.csv: the largest 200 of 1,234 groups"
	Facts  []string // what was read, and what the page leaves out: a sentence each
	Rows   []Row
	Moving bool // rows of the file are members at ticks
	Data   Data
}
