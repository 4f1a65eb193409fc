package main

const ofLabelTests = "./cluster"

// ofLabels are changes to the labels of clusters: what is core, what a cluster takes, and how clusters are numbered.
var ofLabels = []mutant{
	{"labels: a core point without itself", "cluster/sequential.go", "least: minPoints - 1}", "least: minPoints}", ofLabelTests},
	{"labels: a border point goes to the last cluster", "cluster/sequential.go", "if s.labels.Numbers[near] == Noise {", "if s.labels.Numbers[near] == Noise || !s.core(near) {", ofLabelTests},
	{"labels: a border point grows its cluster", "cluster/sequential.go", "		s.labels.put(row, number, BorderPoint)\n		return\n", "		s.labels.put(row, number, BorderPoint)\n", ofLabelTests},
	{"labels: noise stays noise", "cluster/labels.go", "	l.Noise--\n", "", ofLabelTests},
	{"labels: every lead is a cluster's", "cluster/labels.go", "if core[row] && of == uint32(row) {", "if of == uint32(row) || core[row] {", ofLabelTests},
	{"labels: border points are left out", "cluster/labels.go", "case of == pointjoin.NoLead:", "case of == pointjoin.NoLead || !core[row]:", ofLabelTests},
}
