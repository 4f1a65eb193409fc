package format

import "flyby/internal/infile"

// ParseColumns reads a column mapping such as "id=vehicle,t=time,x=lon,y=lat":
// keys are id, t, x, y, z, r, vx, vy, vz and piece, each at most once, values the file's names for
// them. A name of ids may be several, such as icao24+callsign, with \ before each + and \ of a name. The result is for Options.Columns.
func ParseColumns(s string) (map[string]string, error) {
	m, err := infile.ParseColumns(s)
	if err != nil {
		return nil, err
	}
	return m, infile.CheckTrajectoryColumns(m)
}
