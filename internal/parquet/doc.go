// Package parquet reads Parquet from bytes to columns: Thrift, the footer, types, pages, and values as columns of numbers, integers and text
// or as cells, and the storage of times. It knows nothing of trajectories.
//
// Sizes and counts in the footer and in the headers of pages are checked against each other first. Only then is memory allocated, and
// unpacking and decoding use no more than the bytes of the file can account for.
package parquet
