// Package packed keeps results that outgrow memory in files, and merges them. A run is rows
// of a result in the defined order, hits or encounters. It is kept as blocks of packed
// columns: a value that repeats the row before takes next to nothing. A k-way merge makes
// any number of runs one, with a block of each in memory at a time.
package packed
