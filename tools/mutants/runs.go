package main

const (
	ofMerge  = "./internal/runs -run ^TestMerge$"
	ofSorter = "./internal/runs -run ^TestSorter|^TestRounds$"
	ofDamage = "./internal/runs -run Damage|^TestRuns|^TestBytes$|^TestHeads$|^FuzzSorter$"
	ofRows   = "./internal/spool -run ^TestRowSorter|^TestSortTimes|^TestSamples"
)

// ofRuns changes the sorting, merging and checksums of rows that outgrow memory.
var ofRuns = []mutant{
	{"sorted runs: of equal keys the higher number comes first", "internal/runs/merge.go", "h.number < number", "h.number > number", ofMerge},
	{"sorted runs: the right child is not looked at", "internal/runs/merge.go", "child+1 < len(m.heads) &&", "child+1 < 0 &&", ofMerge},
	{"sorted runs: the second is the left child", "internal/runs/merge.go", "len(m.heads) > 2 &&", "len(m.heads) > 1<<30 &&", ofMerge},
	{"sorted runs: a sequence that is pushed stays below", "internal/runs/merge.go", "if !m.heads[i].before(&m.heads[up]) {", "if m.heads[i].before(&m.heads[up]) || true {", ofMerge},
	{"sorted runs: keys are compared by their upper halves", "internal/runs/key.go", "a.High == b.High && a.Low < b.Low", "false", ofMerge},
	{"sorted runs: negative floats ascend with their bits", "internal/runs/key.go", "return ^bits", "return bits &^ (1 << 63)", "./internal/runs -run ^TestAscending$"},
	{"sorted runs: zeros have signs", "internal/runs/key.go", "math.Float64bits(f + 0)", "math.Float64bits(f)", "./internal/runs -run ^TestAscending$"},
	{"sorted runs: equal keys stand as they fell", "internal/runs/sorter.go", "return cmp.Compare(a.row, b.row)", "return -cmp.Compare(a.row, b.row)", ofSorter},
	{"sorted runs: the last rows are not written", "internal/runs/sorter.go", "if len(s.slots) > 0 {", "if len(s.slots) > 1 {", ofSorter},
	{"sorted runs: a round forgets its order", "internal/runs/sorter.go", "merged = append(merged, one)", "merged = append([]run{one}, merged...)", ofSorter},
	{"sorted runs: another run is as good", "internal/runs/sorter.go", "f.Serial != one.serial ||", "", ofDamage},
	{"sorted runs: the number of a block does not count", "internal/runs/head.go", "of^uint32(number)^uint32(number>>32)", "of^0*uint32(number)", ofDamage},
	{"sorted runs: the head does not count", "internal/runs/head.go", "of^uint32(number)^uint32(number>>32)", "0*of^uint32(number)", ofDamage},
	{"sorted runs: a block is not held to its checksum", "internal/runs/file.go", "!= binary.LittleEndian.Uint32(r.page[n:])", "!= binary.LittleEndian.Uint32(r.page[n:]) && n < 0", ofDamage},
	{"sorted runs: a file may be longer", "internal/runs/file.go", "!ok || size != want", "!ok || size < want", ofDamage},
	{"sorted runs: a head is not held to its checksum", "internal/runs/head.go", "if checksum(0, 0, from[:headBytes-ChecksumBytes]) != sum {", "if false {", ofDamage},
	{"sorted runs: a size that overflows is one", "internal/runs/head.go", "high == 0 && rows < 1<<60 && blocks < 1<<60", "(high == 0 || true) && rows < 1<<60 && blocks < 1<<60", ofDamage},
	{"blocks: a block is not held to its checksum", "internal/runs/blocks.go", "!= binary.LittleEndian.Uint32(memory[p.Size:]) {", "!= binary.LittleEndian.Uint32(memory[p.Size:]) && false {", "./internal/runs ./internal/packed ./internal/whereabouts -run Damage"},
	{"samples: by time, then by trajectory", "internal/spool/rowsort.go", "runs.Key{High: uint64(r.number), Low: runs.Ascending(r.t)}", "runs.Key{High: runs.Ascending(r.t), Low: uint64(r.number)}", ofRows},
	{"rows of files: a later file comes first", "internal/spool/rowsort.go", "uint64(r.number)<<32 | uint64(r.file)", "uint64(r.number)<<32 | uint64(^r.file)", "./internal/spool -run ^TestReadFiles|^TestFiles|^TestClash|^TestRow"},
}
