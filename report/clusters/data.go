package clusters

// Data is what the page draws from: the JSON of its data block. Points stand in columns of one length, in the order of Bunches; a place is From + n Step of its axis.
type Data struct {
	Degrees bool      `json:"degrees"` // axes are longitude, which may be beyond 180, and latitude
	Unit    string    `json:"unit"`    // of the axes; "": none is known
	Kinds   bool      `json:"kinds"`   // core points are told from those on the border
	Axes    []Axis    `json:"axes"`
	At      [][]int64 `json:"at"`            // columns of places, an axis each
	IDs     []string  `json:"ids,omitempty"` // nil: they would take too much
	// Bunches are the points of one cluster each: its number, or -1 of noise, how many are core, how many on its border. Noise is the first, and counts as core.
	Bunches [][3]int `json:"bunches"`
	Sizes   []int    `json:"sizes"` // how many clusters have 1, 2 or 3, 4 to 7, 8 to 15 points and so on
}

// An Axis is where the steps of a coordinate begin, and how large they are.
type Axis struct {
	Name string  `json:"name"`
	From float64 `json:"from"`
	Step float64 `json:"step"`
}

// A Row is a row of the page's table.
type Row struct {
	Cluster              int
	Points, Core, Border int
	Centre, Extent       []float64
}

// A Page is all that is shown.
type Page struct {
	Title string
	Facts []string
	Noise int
	Rows  []Row
	All   int // clusters
	Data  Data
}
