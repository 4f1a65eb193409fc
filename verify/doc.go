// Package verify checks a file of results against the data, for job and cmd/flyby: it takes a sample of pairs of trajectories, half of them from the rows of
// the file, and recomputes them: each pair of segments with rational arithmetic, and the rows by brute force on one core. It compares
// these rows with the rows in the file, column by column, to the bit. Visits to zones, which package verify/internal/visits works out in rational numbers, are compared within tolerances. docs/decisions/0046-verify-recomputes-a-sample.md says which code it
// shares with a search.
//
//	file, err := verify.Open("", "hits.csv")
//	report, err := file.Verify(ctx, verify.Request{Question: question.Question{Search: flyby.Search{Distance: 0.5}}, Data: verify.Data{Entries: store}, Sample: 1000})
//
// A *Difference is the error of a file that differs.
package verify
