// Package clusters makes a page, one HTML file, of the clusters of points: the points, drawn by cluster, a table of the clusters and how large they are.
// What is read, held against the points and drawn is docs/decisions/0120-a-page-of-clusters.md.
//
//	result, err := clusters.OpenIn("", "labels.csv")
//	said, err := clusters.WriteFile(ctx, "labels.html", output.WriteOptions{}, clusters.Request{Result: result, Points: store})
package clusters
