// Package clusters makes a page, one HTML file, of the clusters of points: a picture of the points by cluster, a table of the clusters, and a histogram of their sizes.
// docs/decisions/0120-a-page-of-clusters.md says which files are read, how labels are checked against the points, and what is drawn.
//
//	result, err := clusters.OpenIn("", "labels.csv")
//	said, err := clusters.WriteFile(ctx, "labels.html", output.WriteOptions{}, clusters.Request{Result: result, Points: store})
package clusters
