// Package slabs plans a search or a join, for cmd/flyby, into slabs, which any number of processes, on any machines with a shared folder, run in any order, as often as they like, and
// merges the parts that they write to the file that one run writes, byte for byte.
//
//	work, err := slabs.Plan(ctx, "work", job.Ask{
//		Inputs: job.Inputs{Entries: []string{"ais.parquet"}}, Question: question.Question{Search: flyby.Search{Distance: 500}},
//	}, slabs.PlanOptions{Slabs: 64})
//	for _, s := range work.Slabs() { // each may be another process, which opens the folder: slabs.Open("work")
//		part, err := work.Run(ctx, s.K, flyby.Options{})
//	}
//	report, err := work.Merge(ctx, job.Range{}, slabs.MergeOptions{}, job.File("near.parquet"))
//
// With a Range, Merge makes one of several files of the rows, each by another process.
//
// Work.Slurm, Work.Dask and Work.Kubernetes return scripts that have a cluster run and merge the slabs.
//
// The folder has a manifest, the ids, the slabs, and a part for each slab that was run:
//
//	manifest.json   the ask, the inputs, the slabs with their files, and checksums; it is written last: a folder without it has no plan
//	names           the ids of all trajectories, and the number of segments of each
//	slab-K          the segments of the entries, and in a search also of the queries, that start in an interval of time or hang over into it; for Parquet in order of time only
//	                the samples of the overhang: the other samples are read from the inputs (docs/decisions/0107-slabs-in-place.md)
//	entries-I, queries-J   the segments of a range of trajectories, where the data cannot be cut in time; a slab is a pair of ranges then
//	part-K          the hits or encounters of a slab, in the defined order
//
// The same files, ask, number of slabs and program make the same folder to the byte, and a part depends on the slab and the manifest alone. docs/decisions/0105-slabs-as-a-contract.md has the
// reasons why the merged rows are the answer of one run.
package slabs
