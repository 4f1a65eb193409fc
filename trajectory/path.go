package trajectory

import "iter"

// A Path says how objects move from one sample to the next where they do not move straight between positions as they are read: along
// great circles (package geo) or curves that velocities give (package curve). A new Path takes one implementation and no change of
// a reader.
//
// Ways that bend are cut into parts that are straight enough. A Path serves one New or Builder, and may count. New has several
// goroutines, which call Limits, Position, Faster and Parts at once.
type Path interface {
	// Begin is called first, with Columns that have the same columns as all rows, and says why they cannot take the path.
	Begin(*Columns) error
	// Limits returns the bounds of coordinates as they are read; nil: MaxMagnitude alone bounds them.
	Limits() *[3]Limit
	// Frame returns the frame of positions.
	Frame() Frame
	// Position returns the position of a sample.
	Position(*Sample) Position
	// Faster is the function Faster of the positions of two samples.
	Faster(from, to *Sample, v float64) bool
	// Parts returns into how many parts the way between two samples is cut; 1 or less: the way is not cut.
	Parts(from, to *Sample) int
	// Between yields the times and positions between the parts of a way, in order.
	Between(from, to *Sample, parts int) iter.Seq2[float64, Position]
	// Err is called after the last row. The error says that some way would have too many parts.
	Err() error
	// Widen, called after an error of Err, widens the Path, so that ways have fewer parts, and reports whether they are now few enough.
	// All ways are cut again then.
	Widen() bool
}
