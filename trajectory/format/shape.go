package format

// A Shape is the shape of a row's geometry.
type Shape string

// The shapes of geometries.
const (
	NoGeometry Shape = ""
	PointShape Shape = "point" // where the query is at the closest approach
	LineShape  Shape = "line"  // the paths of both
)
