// Package finder is what a method that joins points on the cores of the host is made of: a Searcher,
// which has an index of the points, cuts a work into tasks, which goroutines do beside each other,
// each with a Finder of its own that takes what the tasks find.
//
// A method is a Builder in the table of package host, with a file or a package of its own.
package finder
