// Package report makes a page, one HTML file, of a result; the command, job and serve call it.
//
// Of encounters the page has a table of the closest, for each of them the distance against time and both paths, and figures of all; of groups a table of the largest or the longest, the paths
// of their members, and when each was in its group; of visits a table of the longest, each zone with the path of the object, and when zones were visited; of clusters of points a picture of the points, a table, and a histogram of sizes. The columns of the result decide which View it is.
// docs/decisions/0119-a-page-of-encounters.md, 0120-a-page-of-clusters.md and 0125-a-page-of-groups.md say which files are read, how rows are checked against the data, and which figures are
// drawn.
//
//	result, err := report.Open("", "near.csv")
//	said, err := report.Write(ctx, "near.html", output.WriteOptions{}, report.Request{Result: result, Entries: store})
package report
