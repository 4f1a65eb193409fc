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
	{"groups: of those that last as long none", "group/sweep.go", "int(at.size) < w.search.MinSize", "int(at.size) <= w.search.MinSize", ofGroupTests},
}
