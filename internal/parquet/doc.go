// Package parquet is Parquet from bytes to columns: Thrift, the footer, types, pages, and values as columns of numbers, integers and text or as
// cells, and how times are held. It knows nothing of trajectories.
//
// What the footer and the headers of pages say of sizes and counts is held against each other first. Only then is memory asked for, and what
// unpacks or decodes takes no more than what is seen to be there.
package parquet
