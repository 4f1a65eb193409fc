// Package sgp4 propagates mean elements of Earth orbits: SGP4 near the Earth, SDP4 in deep space, in the form of Vallado and others, AIAA
// 2006-6753, with the constants of WGS 72 and in improved mode.
package sgp4
