// Package report makes a page, one HTML file, of the encounters of a result: a table of the closest, the distance against time, both paths, and
// figures of all. What is read, held against the data and drawn is docs/decisions/0119-a-page-of-encounters.md.
//
//	result, err := report.Open("near.csv")
//	said, err := report.WriteFile(ctx, "near.html", output.WriteOptions{}, report.Request{Result: result, Entries: store})
package report
