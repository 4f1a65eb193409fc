// Package parquet reads Parquet from bytes to columns: Thrift, the footer, types, pages, and values as columns of numbers, integers and text
// or as cells, and the storage of times. It knows nothing of trajectories.
//
// Sizes and counts in the footer and in the headers of pages are checked against each other first. Only then is memory allocated, and
// unpacking and decoding use no more than the bytes of the file can account for.
//
// # Nanoseconds have the decimals of the text
//
// Times are float64. In 2024 two neighbours are 238 ns apart, and the float64 that is read for 2024-02-29T23:59:59.123Z lies 93 ns before it.
// The nearest nanoseconds would be 122999907, where CSV has .123, the shortest text that reads back; DuckDB, which has microseconds and cuts
// the rest, showed .122999 for one file and .123 for the other. So a TIMESTAMP of nanoseconds, in answers and in files of flyby convert, has
// the fewest decimals of a second that read back to the same float64, and of these the nearest: the nanoseconds of the text in CSV. A test
// compares them with package time's reading of that text.
//
// Exactness: from 2^23 s on neighbours are at least 1.86 ns apart, so a number with nine decimals lies between each two, and the shortest text
// has nine at most. Multiples of 10^k ns are multiples of 10^(k-1) ns too: k grows while the nearest multiple lies within half the distance to
// the next float64. That half is too large below a power of two, where neighbours are half as far apart: unless the multiple is well inside, it
// is read back and compared, and k shrinks. Ties go to the even decimal, as strconv's do. Times that no nanoseconds read back, which only files
// in seconds near 1970 could have, are text or DOUBLE.
//
// A time takes 34 ns on one busy core, where the nearest nanosecond took a few; since k begins where half of 10^k is within reach of any time,
// the tests that cannot fail are skipped (docs/performance.md has times of rows). Rejected alternatives. Microseconds: neighbours of a float64
// would not read back before the year 2242. Both in two columns: no reader expects it.
package parquet
