// Package enginetest exports the parts of flyby's insides that the evaluation measures, for flyby/evaluation, which is
// a module of its own and otherwise uses only the public API: performance models and their predictions, the R-tree at
// any r, an interaction by itself, and the exchange with a device that a search cannot do without. It exports only what
// is measured, so that the insides may change without the evaluation. No package of flyby imports it.
package enginetest
