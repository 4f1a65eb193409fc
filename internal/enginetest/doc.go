// Package enginetest is all of flyby's insides that the evaluation measures, for flyby/evaluation, which is a module of
// its own and otherwise uses what everybody can: performance models and what they predict, the R-tree at any r, an
// interaction by itself, and the exchange with a device that a search cannot do without. It exports what is measured
// and no more, so that the insides may change without the evaluation. Nothing of flyby imports it.
package enginetest
