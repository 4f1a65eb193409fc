package main

const ofInfile = "./internal/infile -run ^TestParse$|^TestAhead$|^TestTally$|^TestLedger$|^TestPipeline$"

// ofRecords changes the parsing of records of text into rows, of trajectories and of points.
var ofRecords = []mutant{
	{"records: one that misses has no lines", "internal/infile/rows.go", "b.Count += bytes.Count(text[at:next], []byte(\"\\n\"))", "", ofInfile},
	{"records: one that misses is not counted", "internal/infile/rows.go", "b.Missed++", "", ofInfile},
	{"records: a plain one has no line", "internal/infile/rows.go", "\t\t\tb.Count++\n", "", ofInfile},
	{"records: each has one line", "internal/infile/rows.go", "b.Count += bytes.Count(record, []byte(\"\\n\"))", "b.Count++", ofInfile},
	{"records: a bad one has no line", "internal/infile/rows.go", "e.Line = b.Count", "e.Line = 0", ofInfile},
	{"records: bad ones are left out", "internal/infile/rows.go", "if !b.Drop(e, skip) {", "if !b.Drop(e, skip || true) {", ofInfile},
	{"records: what ends the text is forgotten", "internal/infile/rows.go", "\t\tb.Fatal = after\n", "", ofInfile},
	{"records: any number of columns will do", "internal/infile/rows.go", "cause == \"\" && len(fields) != columns", "false", ofInfile},
	{"records: those that miss decide", "internal/infile/rows.go", "if !missed {", "if missed || !missed {", ofInfile},
	{"records: nothing is read ahead", "internal/infile/rows.go", "len(b.Text) > mostAhead", "len(b.Text) > 0", ofInfile},
	{"records: text that was read ahead is lost", "internal/infile/rows.go", "b.Text = append(b.Text, more.Text...)", "b.Text = append(b.Text[:0:0], more.Text...)", ofInfile},
	{"records: the header separates fields as the first line does", "internal/infile/rows.go", "if sep != s.sep || lines > 1 {", "if lines > 2 {", ofInfile},
	{"records: all bad rows are remembered", "internal/infile/tally.go", "min(len(of.Reasons), MostReasons-len(c.Reasons))", "len(of.Reasons)", ofInfile},
	{"records: rows left out are bad", "internal/infile/tally.go", "c.Rows-left", "c.Rows", ofInfile},
	{"records: blocks begin on one line", "internal/infile/tally.go", "l.Next += b.Count", "", ofInfile},
	{"records: rows that miss are not added", "internal/infile/tally.go", "l.Missed+b.Missed", "l.Missed", ofInfile},
	{"records: a row has no number", "internal/infile/tally.go", "\tif l.Number != nil {\n\t\tl.Number(&e)", "\tif false {\n\t\tl.Number(&e)", ofInfile},
}
