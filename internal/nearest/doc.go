// Package nearest finds the K entries that come closest to each query: exact ranks, in rounds of searches within growing distances.
package nearest
