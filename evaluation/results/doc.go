// Package results is the arithmetic of the evaluation: what the runs of a journal come to. Times are in
// seconds, differences in percent.
package results
