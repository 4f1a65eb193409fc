package format

// Units of t in Options.ColumnUnits that make timestamps of numbers.
const (
	UnixSeconds      = "unix"   // since 1970-01-01T00:00:00Z
	UnixMilliseconds = "unixms" // since the same instant
	UnixMicroseconds = "unixus"
	UnixNanoseconds  = "unixns"
)
