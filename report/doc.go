// Package report makes a page, one HTML file, of the encounters of a result: a table of the closest encounters, for each of them the distance against time and both paths, and
// figures of all encounters. docs/decisions/0119-a-page-of-encounters.md says which files are read, how rows are checked against the data, and which figures are drawn.
//
//	result, err := report.Open("near.csv")
//	said, err := report.WriteFile(ctx, "near.html", output.WriteOptions{}, report.Request{Result: result, Entries: store})
package report
