package batching

import (
	"math"
	"slices"
)

// The algorithms of §6 line by line as the paper prints them, quadratic and worse: the reference. It
// departs from the paper twice: the first phase of Algorithms 2 and 3 is one function, and Algorithm
// 3 ends where it would merge a batch that has no neighbour.

func paperList(p Profile) []Batch {
	var b []Batch
	for i := range p.Start {
		b = append(b, Batch{i, i + 1})
	}
	return b
}

func paperMerge(a, b Batch) Batch { return Batch{a.First, b.Last} }

// paperMergeAt replaces b[i] and b[i+1] by their merge.
func paperMergeAt(b []Batch, i int) []Batch {
	b[i] = paperMerge(b[i], b[i+1])
	return slices.Delete(b, i+1, i+2)
}

// paperSetSplit is Algorithm 2, and lines 2-21 of Algorithm 3.
func paperSetSplit(p Profile, numBatches, max int) []Batch {
	b := paperList(p)
	for len(b) > numBatches {
		minDiff, bestMerge := math.Inf(1), -1
		for i := 0; i <= len(b)-2; i++ {
			if paperMerge(b[i], b[i+1]).Len() > max {
				continue
			}
			unmerged := p.Interactions(b[i]) + p.Interactions(b[i+1])
			merged := p.Interactions(paperMerge(b[i], b[i+1]))
			if diff := float64(merged) - float64(unmerged); diff < minDiff {
				minDiff, bestMerge = diff, i
			}
		}
		if bestMerge < 0 {
			break
		}
		b = paperMergeAt(b, bestMerge)
	}
	return b
}

// paperRaise is lines 22-40 of Algorithm 3.
func paperRaise(p Profile, b []Batch, min int) []Batch {
	for len(b) > 1 {
		i := slices.IndexFunc(b, func(b Batch) bool { return b.Len() < min })
		if i < 0 {
			break
		}
		left, right := math.Inf(1), math.Inf(1)
		if i > 0 {
			left = float64(p.Interactions(paperMerge(b[i-1], b[i])))
		}
		if i < len(b)-1 {
			right = float64(p.Interactions(paperMerge(b[i], b[i+1])))
		}
		if left < right {
			b = paperMergeAt(b, i-1)
		} else {
			b = paperMergeAt(b, i)
		}
	}
	return b
}

// paperFree is lines 2-11 of Algorithm 4; limit is our strict form's.
func paperFree(p Profile, limit int) []Batch {
	b := paperList(p)
	for i := 0; i < len(b)-1; {
		m := paperMerge(b[i], b[i+1])
		if m.Len() <= limit && p.Interactions(m) == p.Interactions(b[i])+p.Interactions(b[i+1]) {
			b = paperMergeAt(b, i)
		} else {
			i++
		}
	}
	return b
}

// paperGreedyMin is lines 12-21 of Algorithm 4.
func paperGreedyMin(b []Batch, bound int) []Batch {
	for i := 0; i < len(b)-1; {
		if b[i].Len() < bound {
			b = paperMergeAt(b, i)
		} else {
			i++
		}
	}
	return b
}

// paperGreedyMax is paperGreedyMin with line 14 replaced and the branches swapped (§6.3).
func paperGreedyMax(b []Batch, bound int) []Batch {
	for i := 0; i < len(b)-1; {
		if b[i].Len() > bound {
			i++
		} else {
			b = paperMergeAt(b, i)
		}
	}
	return b
}

// paperGreedyMaxStrict is our strict form of paperGreedyMax.
func paperGreedyMaxStrict(b []Batch, bound int) []Batch {
	for i := 0; i < len(b)-1; {
		if paperMerge(b[i], b[i+1]).Len() > bound {
			i++
		} else {
			b = paperMergeAt(b, i)
		}
	}
	return b
}
