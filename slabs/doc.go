// Package slabs plans a search or a join into slabs that any number of processes, on any machines with a shared folder, work off in any order, as often as they like, and
// merges what they leave to the file that one run writes, byte for byte.
//
//	work, err := slabs.Plan(ctx, "work", job.Ask{Entries: []string{"ais.parquet"}, Search: flyby.Search{Distance: 500}}, slabs.PlanOptions{Slabs: 64})
//	for _, s := range work.Slabs() { // each may be another process, which opens the folder: slabs.Open("work")
//		part, err := work.Run(ctx, s.K, flyby.Options{})
//	}
//	report, err := work.Merge(ctx, slabs.Range{}, slabs.MergeOptions{}, job.File("near.parquet"))
//
// A Range makes one of several files of it, each by a process of its own.
//
// Work.Slurm, Work.Dask and Work.Kubernetes are scripts that have a cluster do so.
//
// The folder has a manifest, the ids, the slabs, and a part for each slab that was run:
//
//	manifest.json   the ask, the inputs, the slabs with their files, and checksums; it is written last: a folder without it has no plan
//	names           the ids of all trajectories, and how many segments each has
//	slab-K          the segments of the entries, and of a search also of the queries, that start in an interval of time or hang over into it; of Parquet in order of time the
//	                samples of what hangs over alone: the others are read from the inputs (docs/decisions/0107-slabs-in-place.md)
//	entries-I, queries-J   the segments of a range of trajectories, where time cuts nothing; a slab is a pair of ranges then
//	part-K          what was found in a slab, in the defined order
//
// The same files, ask, number of slabs and program make the same folder to the byte, and a part depends on the slab and the manifest alone. docs/decisions/0105-slabs-as-a-contract.md says why
// what is merged is the answer of one run.
package slabs
