package infile

import (
	"slices"
	"strings"
)

// PieceKey is the key of a mapping for a column of pieces: a change of its value between two rows of a trajectory is a gap. Values are
// texts; no value is a value, too.
const PieceKey = "piece"

// trajectoryKeys returns the keys of a mapping of columns of trajectories.
func trajectoryKeys() []string {
	return []string{"id", "t", "x", "y", "z", "r", "vx", "vy", "vz", "speed", "course", "climb", PieceKey}
}

// CheckTrajectoryColumns returns the fault of a mapping of columns of trajectories, nil if it has none.
func CheckTrajectoryColumns(m map[string]string) error {
	keys := trajectoryKeys()
	return CheckColumns(m, func(key string) bool { return slices.Contains(keys, key) }, strings.Join(keys, ", "))
}

// ColumnsText returns the text that ParseColumns reads as a mapping of columns of trajectories.
func ColumnsText(columns map[string]string) string {
	var pairs []string
	for _, key := range trajectoryKeys() {
		if name, ok := columns[key]; ok {
			pairs = append(pairs, key+"="+name)
		}
	}
	return strings.Join(pairs, ",")
}
