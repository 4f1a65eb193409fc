package main

const (
	ofCuts      = "./internal/slab ./trajectory -run ^TestCut$"
	ofRowGroups = "./internal/spool -run ^TestRowGroups|^FuzzRowGroups$"
	ofRules     = "./internal/spool -run ^TestMaxSpeedOfRowGroups$|^TestRulesOfRowGroups$|^FuzzRowGroups$"
	ofPacked    = "./internal/packed -run ^TestHits$|^TestEncounters$"
	ofWhere     = "./internal/whereabouts -run ^TestSlabsAreTheWhole$"
	ofSweeps    = "./internal/sweep -run ^TestSlabsAreOneRun$|^FuzzSlabs$"
	ofSuites    = "./internal/sweep -run ^TestSuiteOver"
	ofOrder     = "./internal/spool ./internal/output -run ^TestSamples$|^TestStoreInOrderOfTime$|^TestRowGroupsInOrderOfTime$"
	ofFolders   = "./slabs -run ^TestParts$|^TestPlanFiles$|^TestGrids$|^TestRounds$"
	ofInPlace   = "./internal/slab ./slabs -run ^TestOutline$|^TestOtherRows$|^TestWithin$|^TestInPlace$|^TestCopied$|^TestInputs$|^TestOtherOptions$"
	ofRanges    = "./internal/packed ./slabs -run ^TestQueries$|^TestBlocksOfARange$|^TestGrids$"
	ofMerges    = "./slabs -run ^TestAllDamageIsTold$|^TestDamageBeforeFunctions$"
	ofLeftovers = "./slabs -run ^TestLeftovers$"
)

// ofSlabs changes the cutting of data sets in time, and the joining of answers.
var ofSlabs = []mutant{
	{"time slabs: the start of the query decides", "internal/sweep/mapping.go", "max(q[h.Query], e[h.Entry]) >= start", "q[h.Query]+0*e[h.Entry] >= start", ofSweeps},
	{"time slabs: overhang meets overhang again", "internal/sweep/mapping.go", "max(q[h.Query], e[h.Entry]) >= start", "max(q[h.Query], e[h.Entry], start) >= start", ofSweeps},
	{"time slabs: what starts at the edge is an earlier one's", "internal/sweep/mapping.go", "max(q[h.Query], e[h.Entry]) >= start", "max(q[h.Query], e[h.Entry]) > start", ofSweeps},
	{"time slabs: segments are counted from the slab's first", "internal/sweep/mapping.go", "m.queries.Before[traj]+segment", "segment", ofSweeps},
	{"time slabs: excluded pairs are those of the whole", "internal/sweep/pair.go", "p.rule.Excluded = parts.Excluded(s.Rule)", "_ = parts", ofSweeps},
	{"time slabs: neighbouring ranges of a join do not meet", "internal/sweep/sides.go", "all.each(i + 1)", "all.each(i + 2)", ofSweeps},
	{"time slabs: the first range of entries is not searched", "internal/sweep/sides.go", "range entries.each(0)", "range entries.each(1)", ofSweeps},
	{"time slabs: the last range is left out", "internal/sweep/sides.go", "i+1 < len(r.Borders)", "i+2 < len(r.Borders)", ofSweeps},
	{"time slabs: hits of overhang with overhang are found, too", "internal/sweep/mapping.go", "m.found += uint64(len(kept) - before)", "m.found += uint64(len(list) + 0*before)", ofSuites},
	{"time slabs: the cost is that of the last", "internal/sweep/devices.go", "s.cost.Found.Add(part)", "s.cost.Found = *part", ofSuites},
	{"time slabs: what ends at the edge does not hang over", "internal/slab/cut.go", "s.T()[min(first, final)] >= start", "s.T()[min(first, final)] > start", ofCuts},
	{"row groups: what ends in another one is not read", "internal/spool/direct.go", "|| s.from < to && s.to >= from", "|| s.from < to && s.to >= from && false", ofRowGroups},
	{"row groups: a segment leads over a gap", "internal/spool/picker.go", "p.c.t[n-1] < p.to && !p.d.apart(p.c.t[n-1], t)", "p.c.t[n-1] < p.to", ofRowGroups},
	{"row groups: no gap follows what leads beyond a slab", "internal/spool/picker.go", "p.to || p.d.closes(traj, last)", "p.to", ofRowGroups},
	{"row groups: the overhang begins its piece", "internal/spool/picker.go", "o.flags&begins == 0", "false", ofRowGroups},
	{"row groups: rows in no order are taken as they are", "internal/spool/times.go", "error { return errIndirect })", "error { return nil })", ofRowGroups},
	{"order of time: samples stay as they are", "internal/output/store.go", "	radix.Index(rows, s.T())\n", "", ofOrder},
	{"order of time: row groups are as large as ever", "internal/output/parquetsink.go", "if c.byTime {", "if false {", ofOrder},
	{"order of time: samples on the disk come by trajectory", "internal/spool/samples.go", "if inTime {", "if false {", ofOrder},
	{"order of time: pieces of all are one's", "internal/spool/samples.go", "&pieces[int(r.number)%x.mixed]", "&pieces[0]", ofOrder},
	{"order of time: a gap is between whatever follows", "job/convert.go", "if last.of == traj+1 {", "if last.of > 0 {", "./cmd/flyby -run ^TestConvertWithinMemory$"},
	{"order of time: of what is not copied convert is named, too", "internal/source/set.go", "s.copied = s.spool.Spilled() > 0 && why == \"\"", "s.copied = s.spool.Spilled() > 0", "./cmd/flyby -run ^TestCurvesInSlabs$"},
	{"row groups: rows that a speed parts do not tell of each other", "internal/spool/times.go", "p.group.leads(from)", "", ofRules},
	{"row groups: a row goes to the builder twice", "internal/spool/filter.go", "if open && t <= last {", "if false {", ofRules},
	{"row groups: rows after a gap go to the builder of the slab before", "internal/spool/filter.go", "open && last < p.to && !p.d.apart(last, t)", "open && last < p.to", ofRules},
	{"row groups: rows after a slab are built before they are known to be wanted", "internal/spool/filter.go", "if t >= p.to { //", "if t < p.from { //", ofRules},
	{"row groups: pieces stay open", "internal/spool/filter.go", "open && t < p.to {", "open && t < p.from {", ofRules},
	{"row groups: no gap of speed follows what leads beyond a slab", "internal/spool/filter.go", "c.flags[k] |= ends", "c.flags[k] |= 0", ofRules},
	{"excerpts: the last of a trajectory that goes on owns its end", "trajectory/pieces.go", "i == n-1 && !p.GoesOn", "i == n-1", ofCuts},
	{"excerpts: alone it owns its end", "trajectory/pieces.go", "return s.goesOn == nil || !s.goesOn[traj]", "return true", ofCuts},
	{"excerpts: its first segment starts a piece", "trajectory/pieces.go", "return s.begun == nil || !s.begun[traj]", "return true", ofCuts},
	{"packed runs: of equal distances the last", "internal/packed/rows.go", "from.Float[distance][i] < r.Float[distance][n]", "from.Float[distance][i] <= r.Float[distance][n]", ofPacked},
	{"packed runs: the closest approach is that of the first slab", "internal/packed/rows.go", "			r.Float[c][n] = from.Float[c][i]\n", "			_ = c\n", ofPacked},
	{"packed runs: encounters that touch are two", "internal/packed/rows.go", "!(from.Float[0][i] <= r.Float[1][n])", "!(from.Float[0][i] < r.Float[1][n])", ofPacked},
	{"packed runs: the open end of the first stays", "internal/packed/rows.go", "r.Open[n]&trajectory.OpenStart | from.Open[i]&trajectory.OpenEnd", "r.Open[n] | from.Open[i]&trajectory.OpenEnd", ofPacked},
	{"packed runs: of what enters at once any comes first", "internal/packed/cursor.go", "c.number < number)", "true)", ofPacked},
	{"packed runs: the last of a chunk is given too soon", "internal/packed/line.go", "held.extend(rows, 0)", "false", ofPacked},
	{"files of slabs: an excerpt does not go on", "internal/slab/file.go", "marks[p.Traj] |= goesOn", "marks[p.Traj] |= 0", "./internal/slab -run ^TestFile$"},
	{"files of slabs: segments are counted from the slab's first", "internal/slab/read.go", "Before: r.numbers(n)}", "Before: make([]uint32, len(r.numbers(n)))}", "./internal/slab -run ^TestFile$"},
	{"files of slabs: a block of another file is as good", "internal/runs/blockfile.go", "string(want) != string(from)", "string(want) == \"\"", "./internal/runs -run ^TestBlockFileDamage$"},
	{"files of slabs: the end is not held to its checksum", "internal/runs/blockfile.go", "f.end != [sha256.Size]byte(all.Sum(nil))", "false", "./internal/runs -run ^TestBlockFileDamage$"},
	{"folders of slabs: a part is not read to its end", "slabs/status.go", "errors.Join(f.Check(ctx), f.Close())", "f.Close()", ofFolders},
	{"folders of slabs: a slab is not held to the manifest", "slabs/manifest.go", "now != f.Sum", "false", ofFolders},
	{"folders of slabs: the parts are merged from the last to the first", "slabs/merge.go", "m.files = append(m.files, f)", "m.files = append([]*packed.File{f}, m.files...)", ofFolders},
	{"folders of slabs: a part of another slab is taken", "slabs/work.go", "packed.OpenFile(w.partOf(k), w.kind, uint32(k), w.sum)", "packed.OpenFile(w.partOf(k-k%2), w.kind, uint32(k-k%2), w.sum)", ofFolders},
	{"folders of slabs: the overhang is left out", "internal/slab/cut.go", "s.T()[min(first, final)] >= start", "s.T()[min(first, final)] > start+1e18", "./slabs -run ^TestOverhang$"},
	{"folders of slabs: who cannot take rows back gets them unseen", "slabs/merge.go", "!ask.Count && !to.TakesBack()", "false", ofMerges},
	{"folders of slabs: the damage that ended a merge alone is told", "slabs/merge.go", "cmp.Or(incomplete(m.dir, all), incomplete(m.dir, some))", "cmp.Or(incomplete(m.dir, some), incomplete(m.dir, all))", ofMerges},
	{"files of slabs: the end has no checksum of its own", "internal/runs/blockfile.go", "trailer[:at]) != binary.LittleEndian.Uint32(trailer[at:])", "trailer[:at]) != binary.LittleEndian.Uint32(trailer[at:]) && false", "./internal/runs -run ^TestBlockFileBits$"},
	{"packed runs: a range with too many rows is not cut again", "internal/packed/merger.go", "coarse.rows() <= mostChunk", "coarse.rows() >= 0", "./internal/packed -run ^TestChunksAreShort$"},
	{"ranges of a merge: the first trajectory of the next belongs to both", "internal/packed/queries.go", "uint64(traj) < q.End", "uint64(traj) <= q.End", ofRanges},
	{"ranges of a merge: rows up to the border are found from behind the trajectory", "internal/packed/wordrows.go", "uint64(b.query(i)) >= traj", "uint64(b.query(i)) > traj", ofRanges},
	{"ranges of a merge: the block before the border is not read", "internal/packed/queries.go", "uint64(f.blocks[i+1].query) >= q.First", "uint64(f.blocks[i+1].query) > q.First", ofRanges},
	{"ranges of a merge: the last block is not read", "internal/packed/queries.go", "uint64(f.last) >= q.First", "uint64(f.last) > q.First", ofRanges},
	{"ranges of a merge: blocks of other ranges are read, too", "internal/packed/queries.go", "uint64(f.blocks[i].query) >= q.End", "uint64(f.blocks[i].query) >= q.End && false", ofRanges},
	{"ranges of a merge: each has a header", "job/run.go", "found.Range.I > 0", "found.Range.I > 9", "./slabs -run ^TestGrids$|^TestRangesPacked$"},
	{"ranges of a merge: the objects of a join are cut", "job/delivery.go", "a.Level == question.Objects && !a.searches()", "a.Level == question.Objects && false", "./slabs -run ^TestRangesRefused$"},
	{"packed runs: a round takes the last runs first", "internal/packed/merge.go", "append(fewer.all, s.all[grouped:]...)", "append(s.all[grouped:len(s.all):len(s.all)], fewer.all...)", "./internal/packed -run ^TestRoundsKeepOrder$"},
	{"folders of slabs: a part has its name before it is on the disk", "slabs/atomicfile.go", "	err := l.file.Sync()\n", "	var err error\n", "./cmd/flyby -run ^TestSlabKilled$"},
	{"folders of slabs: a leftover is as good as new", "slabs/atomicfile.go", "before == nil || info.ModTime().Before(*before)", "before == nil", ofLeftovers},
	{"folders of slabs: a leftover of any age goes with a run", "slabs/atomicfile.go", "before == nil || info.ModTime().Before(*before)", "true", ofLeftovers},
	{"folders of slabs: who wakes after the merge finds no part", "slabs/run.go", "errors.Is(err, fs.ErrNotExist) {", "errors.Is(err, fs.ErrNotExist) && false {", "./cmd/flyby -run ^TestSlabWakes$"},
	{"folders of slabs: planning that fails leaves slabs", "slabs/replacement.go", "			p.undo(dir, whole)\n", "			_ = whole\n", "./cmd/flyby -run ^TestSlabPlanFullDisk$"},
	{"folders of slabs: slabs of planning that was killed stay", "slabs/replacement.go", "	p.removeOthers(dir)\n", "", "./cmd/flyby -run ^TestSlabPlanKilled$"},
	{"folders of slabs: room is not asked for", "slabs/capacity.go", "err = folder.Need(\"the slabs\", leastBytes(pair))", "err = folder.Need(\"the slabs\", 0*leastBytes(pair))", "./cmd/flyby -run ^TestSlabMounted$"},
	{"folders of slabs: neighbouring ranges of a join do not meet", "slabs/write.go", "for j := i + 1; j < len(entries); j++ {", "for j := i + 2; j < len(entries); j++ {", "./slabs -run ^TestRanges$"},
	{"folders of slabs: a sample is what comes first", "internal/source/starts.go", "h <= math.MaxUint64>>s.shift {\n		s.take", "len(s.all) < mostStarts {\n		s.take", "./internal/source -run ^TestStarts$"},
	{"slabs in place: samples are not held to their checksums", "internal/slab/outline.go", "if !slices.Equal(sumsOf(", "if false && !slices.Equal(sumsOf(", ofInPlace},
	{"slabs in place: the end of what hangs over is to be read", "internal/slab/outline.go", "if o.stored.T[2*i+1] >= o.of.End {", "if false {", ofInPlace},
	{"slabs in place: of what hangs over the end is taken twice", "internal/slab/outline.go", "if o.stored.T[2*i+1] >= o.of.End {", "if true {", ofInPlace},
	{"slabs in place: samples may lack", "internal/slab/outline.go", "if o.Wants(traj) {", "if false {", ofInPlace},
	{"slabs in place: rows before a slab are of it", "internal/spool/inplace.go", "if t < start {", "if t < start && false {", ofInPlace},
	{"slabs in place: row groups may have other times", "internal/spool/inplace.go", "now.first != g.First || now.last != g.Last", "false", ofInPlace},
	{"slabs in place: rows that speed leaves out are samples", "internal/spool/times.go", "p.inPlace && made.LeftOut.CutOff > 0", "false", ofInPlace},
	{"slabs in place: an input may be another file", "slabs/inputs.go", "now.Size != in.Size || now.Changed != in.Changed", "false", ofInPlace},
	{"slabs in place: conditions are the ask's, whatever the plan read by", "slabs/inplace.go", "Where: append([]format.Condition(nil), o.Where...), ", "", ofInPlace},
	{"slabs in place: a slab is not held against the segments of the whole", "internal/slab/slab.go", "last >= w.Counts[of]", "false", ofInPlace},
	{"whereabouts: the overhang is travelled again", "internal/whereabouts/speeds.go", "if s.begins[i] {", "if true {", ofWhere},
	{"whereabouts: what hangs over is not travelled", "internal/whereabouts/speeds.go", "if s.begins[i] {", "if false {", ofWhere},
	{"whereabouts: an edge is the earlier slab's", "internal/whereabouts/cells.go", "c.Edges[i] > t", "c.Edges[i] >= t", ofWhere},
	{"whereabouts: what goes on comes behind what begins", "internal/whereabouts/speeds.go", "entered.valid && entered.row < begun.row", "entered.valid && false", ofWhere},
}
