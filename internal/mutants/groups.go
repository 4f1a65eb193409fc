package main

const ofGroupTests = "./group"

// ofGroups are changes to the sweep that finds groups.
var ofGroups = []mutant{
	{"groups: an encounter that begins as another ends comes after", "group/sweep.go", "w.enter[begins[begun]] <= end", "w.enter[begins[begun]] < end", ofGroupTests},
	{"groups: what is left of a group ends as one of its own", "group/cut.go", "&& s.cut != end", "", ofGroupTests},
	{"groups: a part that is one child is a node", "group/cut.go", "if at.children > 1 {", "if at.children > 0 {", ofGroupTests},
	{"groups: two beginnings at one instant are two sets", "group/lineage.go", "l.nodes[n].start == start", "l.nodes[n].start > start", ofGroupTests},
	{"groups: the link of a circle that ends last is left out", "group/forest.go", "f.exit[f.by[v]] >= w", "f.exit[f.by[v]] <= w", ofGroupTests},
	{"groups: a break as long as the longest is filled", "group/links.go", ">= 0\n}", "> 0\n}", ofGroupTests},
	{"groups: a set goes on from another than a child", "group/lineage.go", "l.nodes[l.setOf].parent != n", "l.nodes[l.setOf].parent == n", ofGroupTests},
	{"groups: sets of the least size are none", "group/sweep.go", "size < w.search.MinSize", "size <= w.search.MinSize", ofGroupTests},
}
