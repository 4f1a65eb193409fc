// Package localtime reads times without an offset from UTC, and times whose parts stand in another
// order than RFC 3339's, to the bit of the float64 that counts seconds since the Unix epoch, and
// turns counts of a unit of time that clocks of a zone show into counts of instants.
package localtime
