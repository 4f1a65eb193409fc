package clusters

// Data is the data block of the page, in JSON, which its script draws. Points are in columns of equal length, in the order of Bunches; a number n in a column stands for the place From + n Step of its axis.
type Data struct {
	Degrees bool      `json:"degrees"` // axes are longitude, which may be beyond 180, and latitude
	Unit    string    `json:"unit"`    // of the axes; "": none is known
	Kinds   bool      `json:"kinds"`   // core points are told from border points
	Axes    []Axis    `json:"axes"`
	At      [][]int64 `json:"at"`            // columns of places, one for each axis
	IDs     []string  `json:"ids,omitempty"` // nil: they would be too large
	// Bunches count the points of one cluster each: its number, or -1 for noise, the number of core points, the number of border points. Noise is the first, and counts as core.
	Bunches [][3]int `json:"bunches"`
	Sizes   []int    `json:"sizes"` // numbers of clusters with 1, 2 or 3, 4 to 7, 8 to 15 points and so on
}

// An Axis has the origin and the size of the steps of a coordinate.
type Axis struct {
	Name string  `json:"name"`
	From float64 `json:"from"`
	Step float64 `json:"step"`
}
