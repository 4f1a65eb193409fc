// Package measure makes the runs of the evaluation and adds them to a journal: for each search, Periodic
// over all batch sizes, the best parameter of each other batching algorithm, a final round of the best
// of both, the R-tree, and the methods and devices beside each other. Runs that the journal has are not
// repeated; every choice on the way depends on the journal alone, so a resumed evaluation makes the same
// choices.
package measure
