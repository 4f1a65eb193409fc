package format

import (
	"slices"
	"strings"

	"flyby/internal/infile"
)

// columnKeys returns the keys of Options.Columns.
func columnKeys() []string {
	return []string{"id", "t", "x", "y", "z", "r", "vx", "vy", "vz", PieceKey}
}

// ParseColumns reads a column mapping such as "id=vehicle,t=time,x=lon,y=lat":
// keys are id, t, x, y, z, r, vx, vy, vz and piece, each at most once, values the file's names for
// them. A name of ids may be several, such as icao24+callsign, with \ before each + and \ of a name. The result is for Options.Columns.
func ParseColumns(s string) (map[string]string, error) {
	m, err := infile.ParseColumns(s)
	if err != nil {
		return nil, err
	}
	return m, CheckColumns(m)
}

// CheckColumns returns the fault of a mapping, nil if it has none.
func CheckColumns(m map[string]string) error {
	keys := columnKeys()
	return infile.CheckColumns(m, func(key string) bool { return slices.Contains(keys, key) }, strings.Join(keys, ", "))
}

// ColumnsText returns the text that ParseColumns reads as the mapping.
func ColumnsText(columns map[string]string) string {
	var pairs []string
	for _, key := range columnKeys() {
		if name, ok := columns[key]; ok {
			pairs = append(pairs, key+"="+name)
		}
	}
	return strings.Join(pairs, ",")
}
