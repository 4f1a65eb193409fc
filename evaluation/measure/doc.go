// Package measure makes the runs of the evaluation and adds them to a journal: for each search, Periodic
// over all batch sizes, the best parameter of each other batching algorithm, a final round of what came
// out best, the R-tree, and the methods and devices beside each other. What the journal has is not run
// again; every choice on the way depends on the journal alone, so a resumed evaluation makes the same.
package measure
