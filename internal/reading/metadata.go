package reading

// ParquetMagic is the beginning of every Parquet file.
const ParquetMagic = "PAR1"

// A Parquet file of trajectories says in its key-value metadata what frame its positions
// are in, if that is not trajectory.Plain. A file without the key has plain coordinates.
const (
	FrameKey          = "flyby.frame"
	FrameEarthCentred = "earth-centred"
)

// A Parquet file says in its key-value metadata which units its columns have, as far as they are
// known: a JSON object with a string for each of these columns, {"t":"Myr","x":"kpc"}. The scale of
// its times stands apart, if it is not UTC. Columns of TIMESTAMPs and of RFC 3339 have no unit.
const (
	UnitsKey = "flyby.units"
	ScaleKey = "flyby.time_scale"
)

// OriginKey is the key under which a Parquet file and an Arrow stream describe the search: a JSON object of the version of the object,
// of the level of the rows, and of the distance in the unit of positions, as far as rows have these:
// {"version":1,"level":"encounters","distance":2}. For groups it has the method, too, and the longest break that counts as none.
const (
	OriginKey     = "flyby"
	OriginVersion = 1
)

// VerticalKey is the key under which a Parquet file of results has the vertical threshold of the search: 304.8, or <304.8 where
// heights differ by less than 304.8, in the unit of length.
const VerticalKey = "flyby.vertical"
