// Package hitbuffer grows the memory for the hits of a driver on the host, and counts
// the hits for which there is no more.
package hitbuffer
