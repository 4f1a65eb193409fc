// Package hitbuffer grows the memory for the hits that a driver on the host finds, and
// counts them where there is no more.
package hitbuffer
