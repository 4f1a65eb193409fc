// Package job does what the command does, from files to rows: it reads the files of a data set or two, of any size, searches them, makes of what is found what was asked
// for (encounters merged over gaps, those that last, pairs and objects, rows that hold conditions, the closest, further columns) and hands the rows to a Sink, a file or a function.
//
//	report, err := job.Run(ctx, job.Ask{
//		Entries: []string{"ais/2024-*.csv.zst"}, Search: flyby.Search{Distance: 500}, Level: job.Encounters,
//		MergeGap: 3600, MinDuration: 7200, With: []string{"name"}, Memory: 2 << 30,
//	}, job.File("near.parquet"))
//
// Distances and times of an Ask are in the units of the data. Who has them in others opens the job first (Open), which reads the files, asks it for its Units, fills in the rest
// of its Ask and runs it. docs/decisions/0094-the-pipeline-is-the-library.md says why.
//
// RunPoints does the same for points, which have no times: a PointAsk names what is found of them, pairs within a distance, counts or lists of neighbours, the nearest
// points or clusters. Its sinks are the same, but that a function takes PointRows (PointFunc).
package job
