// Package groups makes a page, one HTML file, of the groups of a result: a table of the largest or the longest groups, the paths of their members, the times of each member in its group, and
// figures of all groups. docs/decisions/0125-a-page-of-groups.md says which files are read, how groups are checked against the data, and which figures are drawn.
//
//	result, err := groups.OpenIn("", "convoys.csv")
//	said, err := groups.WriteFile(ctx, "convoys.html", output.WriteOptions{}, groups.Request{Result: result, Entries: store})
package groups
