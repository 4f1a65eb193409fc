// Package job does the work of cmd/flyby, serve and slabs, from files to rows: it reads the files of one or two data sets, of any size, and searches them. It merges encounters over gaps,
// leaves out short ones, sums them up by pair and object, filters rows by conditions, keeps the closest and adds further columns. Then it hands the rows to a Sink, a file or a function.
//
//	report, err := job.Run(ctx, job.Ask{
//		Inputs: job.Inputs{Entries: []string{"ais/2024-*.csv.zst"}},
//		Question: question.Question{
//			Search: flyby.Search{Distance: 500}, With: []string{"name"},
//			Stages: question.Stages{MergeGap: 3600, MinDuration: 7200},
//		},
//		Machine: flyby.Options{Memory: 2 << 30},
//	}, job.File("near.parquet"))
//
// Distances and times of an Ask are in the units of the data. A caller who has them in other units opens the job first (Open reads the files), asks it for its Units, fills in the rest
// of its Ask and runs it. docs/decisions/0094-package-job.md says why.
//
// Kinds of points, which have no times, are asked in the same way: pairs within a distance, counts or lists of neighbours, the nearest points or clusters.
package job
