// Package report makes a page, one HTML file, of the encounters of a result: a table of the closest, the distance against time, both paths, and
// figures of all.
package report
