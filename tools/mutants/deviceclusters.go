package main

const (
	clFusedFolder = "internal/pointjoin/opencl/internal/fused/"
	ofFusedTests  = "./internal/pointjoin/opencl/internal/fused"
	ofFusedSuite  = "./internal/pointjoin/opencl -run ^TestClusters$"
)

// ofDeviceClusters changes clusters on devices: cells, counts, links, lowered labels, and settling.
var ofDeviceClusters = []mutant{
	{"cl fused: cells are a sixteenth too wide", "internal/pointjoin/rowgrid/layout.go", "shorter = 1 - 0x1p-20", "shorter = 1 + 0x1p-4", "./internal/pointjoin/rowgrid -run DenseLayout"},
	{"cl fused: points within eps are a cell apart", "internal/pointjoin/rowgrid/layout.go", "DenseReach = 2", "DenseReach = 1", "./internal/pointjoin/rowgrid -run DenseLayout"},
	{"cl fused: cells share slots", clFusedFolder + "cells.cl", "if (was == NO_CELL || was == id) return at;", "return at;", ofFusedTests},
	{"cl fused: a cell is too far where its middle is", clFusedFolder + "near.cl", "sight->from[v] - 1.0f, -sight->from[v]", "sight->from[v] - 0.5f, 0.5f - sight->from[v]", ofFusedSuite},
	{"cl fused: the early stop is one too soon", clFusedFolder + "cores.cl", "k < last && found < least", "k < last && found + 1 < least", ofFusedTests},
	{"cl fused: borderline pairs of links are forgotten", clFusedFolder + "links.cl", "    if (is == DOUBT) doubt(sight, k, packed, near, notes);\n    if (is == WITHIN) {", "    if (is == WITHIN) {", ofFusedTests},
	{"cl fused: dense cells are not joined", clFusedFolder + "links.cl", "      join(trees, sight->slot, slot);\n", "", ofFusedTests},
	{"cl fused: a tree's low is its lowest slot's", clFusedFolder + "links.cl", "if (first != i && lows[i] < lows[first]) atomic_min(&lows[first], lows[i]);", "", ofFusedSuite},
	{"cl fused: slots keep their own lows", clFusedFolder + "links.cl", "if (first != i) lows[i] = lows[first];", "", ofFusedTests},
	{"cl fused: border points are labelled as core", clFusedFolder + "number.cl", "| (core[i] ? 0 : BORDER)", "", ofFusedSuite},
	{"cl fused: labels count borderline pairs as apart", clFusedFolder + "label.go", "if c.notes.Doubts() > 0 {", "if false {", ofFusedSuite},
	{"clrt: a ring's pieces overlap", "internal/clrt/ring.go", "thread*ringPiece:][:ringPiece]", "thread*ringPiece/2:][:ringPiece]", "./internal/testing/leaves -run ^TestTransfers$"},
	{"cl fused: a border point takes the first cluster", clFusedFolder + "links.cl", "if (is == WITHIN) lead = marks[k];", "if (is == WITHIN) lead = min(lead, lead == NO_LEAD ? marks[k] : lead);", ofFusedSuite},
	{"fused: settled pairs lead upwards", clFusedFolder + "passes.go", "lead[max(a, b)] = min(a, b)", "lead[min(a, b)] = max(a, b)", ofFusedTests},
	{"fused: settled neighbours are not counted", clFusedFolder + "passes.go", "found[p.Row]++", "found[p.Row] += 0", ofFusedTests},
	{"fused: settled core points lower no lead", clFusedFolder + "passes.go", "lead[p.Row] = min(lead[p.Row], lead[p.Other])", "lead[p.Row] = min(lead[p.Row], lead[p.Row])", ofFusedTests},
}
