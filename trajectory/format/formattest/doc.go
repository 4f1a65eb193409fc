// Package formattest is what tests of reading and writing files share: files as text and as Parquet, stores, and what holds the rows
// that are handed on to the store that is read.
package formattest
