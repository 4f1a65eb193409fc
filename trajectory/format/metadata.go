package format

// ParquetMagic is what every file of Parquet begins with.
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

// OriginKey is where a Parquet file and an Arrow stream say what was asked: a JSON object of the version of the object, of the level of the rows,
// and of the distance in the unit of positions, as far as rows have these: {"version":1,"level":"encounters","distance":2}. Of groups it says the method, too, and
// the longest break that is none.
const (
	OriginKey     = "flyby"
	OriginVersion = 1
)

// VerticalKey is where a Parquet file of results has the vertical threshold that they were searched with: 304.8, or <304.8 where
// heights differ by less than that, in the unit of length.
const VerticalKey = "flyby.vertical"
