// Package pointpapers computes the tables and figures of the papers on joins of points on the machine it runs on, and sets them beside the
// papers' numbers:
//
//	sj       M. Gowanlock and B. Karsin, GPU Accelerated Self-join for the Distance Similarity Metric, IPDPS Workshops 2018
//	join     M. Gowanlock and B. Karsin, GPU-Accelerated Similarity Self-Join for Multi-Dimensional Data, DaMoN 2019
//	lss      M. D. Lieberman, J. Sankaranarayanan and H. Samet, A Fast Similarity Join Algorithm Using Graphics Processing Units, ICDE 2008
//	dbscan   M. Gowanlock, C. M. Rude, D. M. Blair, J. D. Li and V. Pankratius, Clustering Throughput Optimization on the GPU, IPDPS 2017
//	ours     flyby's own methods beside the papers' methods
//	targets  flyby's own targets
//
// Each experiment has a file; it lists the cases that it needs, and shows their measurements. Run measures cases into a journal that can be
// cut off and resumed, and writes a report; Render writes the report from a journal alone. docs/evaluation/points.md says what differs from
// the papers, docs/decisions/0057-evaluation-of-points.md why the package stands alone.
package pointpapers
