// Package finder has the parts of a method that joins points on the cores of the host: a Searcher is
// an index of the points and divides a work into tasks, which goroutines do concurrently, each with
// a Finder of its own that takes the pairs of its tasks.
//
// A method is a Builder in the table of package host, with a file or a package of its own.
package finder
