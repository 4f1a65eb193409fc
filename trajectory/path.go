package trajectory

import "iter"

// A Path is how objects move from one sample to the next, where that is no straight line between positions as they are read: along
// great circles (package geo) or curves that velocities give (package curve). A new Path is one implementation and no line of a
// reader.
//
// Ways that bend are cut into parts that are straight enough. A Path serves one New or Builder, and may count.
type Path interface {
	// Begin is called first, with columns that have what all rows have, and says why they cannot take the path.
	Begin(*Columns) error
	// Limits bounds coordinates as they are read; nil: MaxMagnitude alone does.
	Limits() *[3]Limit
	// Frame returns the frame of positions.
	Frame() Frame
	// Position returns where a sample is.
	Position(*Sample) Position
	// Faster is the function Faster of the positions of two samples.
	Faster(from, to *Sample, v float64) bool
	// Parts returns into how many parts the way between two samples is cut, 1 or less: none.
	Parts(from, to *Sample) int
	// Between yields the times and positions between the parts of a way, in order.
	Between(from, to *Sample, parts int) iter.Seq2[float64, Position]
	// Err is called after the last row. It says that some way would have too many parts.
	Err() error
	// Widen reports, after such an error, whether the Path is now one whose ways have few enough parts. All of them are cut anew then.
	Widen() bool
}
