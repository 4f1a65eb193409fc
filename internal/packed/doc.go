// Package packed keeps results that outgrow memory in files, and merges them. A run is rows
// of a result in the defined order, hits or encounters. It is kept as blocks of packed
// columns: what is as it was in the row before takes next to nothing. Any number of runs are
// merged to one, of which a block each is in memory at a time.
package packed
