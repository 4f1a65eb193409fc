// Package groups makes a page, one HTML file, of the groups of a result: a table of the largest or the longest, the paths of their members, who was in them when, and
// figures of all. What is read, held against the data and drawn is docs/decisions/0125-a-page-of-groups.md.
//
//	result, err := groups.Open("convoys.csv")
//	said, err := groups.WriteFile(ctx, "convoys.html", output.WriteOptions{}, groups.Request{Result: result, Entries: store})
package groups
