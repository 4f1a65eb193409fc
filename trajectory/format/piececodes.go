package format

// PieceKey is the key of Options.Columns for a column of pieces: a change of its value between two rows of a trajectory is a gap. Values are
// texts; no value is a value, too.
const PieceKey = "piece"
