package verify

import "flyby/internal/resultfile"

// A Level is the level of detail of a file's rows: what its columns are.
type Level = resultfile.Level

// Levels of detail: a row a pair of segments, a row an encounter of two trajectories, a row a pair of trajectories.
const (
	HitLevel       = resultfile.HitLevel
	EncounterLevel = resultfile.EncounterLevel
	PairLevel      = resultfile.PairLevel
)

// ErrNoResult says that a file has other columns than results have.
var ErrNoResult = resultfile.ErrNoResult

// ErrObjects says that a file has objects, which no sample of pairs tells anything about.
var ErrObjects = resultfile.ErrObjects

// A File is a file of results: CSV, NDJSON, Parquet, Arrow or GeoJSON of hits, encounters or pairs, packed or not. It may be read several
// times: each reading has to find it as the first did, else the error is format.ErrChanged.
type File struct{ *resultfile.File }

// Open looks at the columns of a file of results, whose ending says its format. The error is ErrNoResult where it is a file of
// something else, ErrObjects of one of objects, and otherwise one of reading it.
func Open(path string) (*File, error) { return OpenIn("", path) }

// OpenIn is Open of a path that is relative to a folder.
func OpenIn(folder, path string) (*File, error) {
	f, err := resultfile.OpenIn(folder, path)
	if err != nil {
		return nil, err
	}
	return &File{f}, nil
}

// Coordinate is the name of a column that GeoJSON has: a coordinate of a row's point, by its axis from 0.
func Coordinate(axis int) string { return resultfile.Coordinate(axis) }
