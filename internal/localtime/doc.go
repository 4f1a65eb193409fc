// Package localtime reads times of clocks that do not say how far they are from UTC, and times
// whose parts stand in another order than that of RFC 3339, to the bit of the float64 that
// counts seconds since the Unix epoch.
package localtime
