package format

// The values of Reading.Side.
const (
	EntrySide = "entry"
	QuerySide = "query"
)

// Flag returns a flag of a command line for these data alone.
func (r *Reading) Flag(name string) string {
	if r.Side != "" {
		return "--" + r.Side + "-" + name
	}
	return "--" + name
}
