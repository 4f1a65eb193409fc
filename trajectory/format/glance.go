package format

// Needs are the dimensions of which a question has units, so that the units of data have to be known.
type Needs struct{ Length, Time bool }
