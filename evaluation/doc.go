// Package evaluation computes every table and figure of the evaluation in M. Gowanlock and H. Casanova,
// Parallel Distance Threshold Query Processing for Spatiotemporal Trajectory Databases on the GPU
// (arXiv:1405.7461; "the paper"), §7 and §8, on the machine it runs on, and compares them with the paper's
// numbers. Command evaluation/cmd/flyby-bench calls it.
//
// Run measures (package measure) into a journal that can be cut off and resumed (journal), evaluates it
// (results), and writes a report (report) with figures (figures). Render writes the report of a journal
// without measuring. docs/decisions/0002-evaluation-folder.md says why evaluation is a module of its
// own.
package evaluation
