// Package host joins points on the cores of the host. Its table lists the methods; each is a
// finder.Builder in a file of its own here, or in a package below points.
package host
