package format

import "flyby/trajectory"

// CheckUpright refuses positions of a file that have no heights beside them: Options.Upright
// takes z for one.
func CheckUpright(name string, c *trajectory.Columns) error {
	switch {
	case c.Frame != trajectory.Plain:
		return &Error{File: name, Cause: "positions are " + c.Frame.String() + ", whose z is no height, which a vertical threshold needs"}
	case c.Z == nil:
		return &Error{File: name, Cause: "positions have no height z, which a vertical threshold needs"}
	}
	return nil
}
