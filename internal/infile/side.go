package infile

// The sides of a question, as flags and messages name them.
const (
	EntrySide = "entry"
	QuerySide = "query"
)
