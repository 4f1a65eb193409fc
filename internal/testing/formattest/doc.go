// Package formattest has the helpers that tests of reading and writing files share: files as text and as Parquet, stores, and a
// check of rows that are handed on against the store that is read.
package formattest
