// Package results does the arithmetic of the evaluation: it turns the runs of a journal into medians
// and comparisons. Times are in seconds, differences in percent.
package results
