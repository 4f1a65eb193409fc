// Package orbits reads element sets of orbits about the Earth: the Orbit Mean-Elements Message (OMM, CCSDS 502.0) as CSV, JSON, XML and in
// key-value notation, and two-line element sets (TLE). It hands sets on as they are: see reading.Rows.Sets.
package orbits
