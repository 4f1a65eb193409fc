#!/bin/bash
# Submits to Slurm an array of tasks for the slabs that are missing or damaged, and a job that merges the parts once all tasks
# have ended well: run it with bash on a login node. Run again, after a failure or at any time, it submits the slabs missing then.
set -eo pipefail
flyby='/opt/fly by/flyby'
dir='/shared/it'\''s work'
head='/shared/near $(all) `it`' ending='.parquet' # of the file to merge to
merges=4 # number of merges, each of a range to a file with the range's number before the ending; 0: one merge to the file
resources=(--requeue --cpus-per-task=4 --mem=7630M)

listed=$("$flyby" slab status "$dir" 2>/dev/null) || true
[ -n "$listed" ] || "$flyby" slab status "$dir" # prints what is wrong with the plan
slabs=()
while read -r is list; do
	[ "$is" = missing ] || [ "$is" = damaged ] || continue
	IFS=, read -ra ranges <<<"$list"
	for range in "${ranges[@]}"; do
		for ((k = ${range%-*}; k <= ${range#*-}; k++)); do slabs+=("$k"); done
	done
done <<<"$listed"

most=$(scontrol show config | awk '$1 == "MaxArraySize" { print $3 }')
least=$((merges > 0 ? merges : ${#slabs[@]} > 0))
if [ "${most:-0}" -lt $least ]; then
	echo "Slurm takes no arrays of $least or more tasks here: scontrol show config has MaxArraySize ${most:-nowhere}" >&2
	exit 1
fi
merge=(--job-name=flyby-merge)
if [ ${#slabs[@]} -gt 0 ]; then
	each=$(((${#slabs[@]} + most - 1) / most)) # slabs of a task
	tasks=()
	for ((i = 0; i < ${#slabs[@]}; i += each)); do
		printf -v list '%s,' "${slabs[@]:i:each}"
		tasks+=("${list%,}")
	done
	array=$(sbatch --parsable --job-name=flyby "${resources[@]}" --gres=gpu:1 --array="0-$((${#tasks[@]} - 1))%3" <<-SCRIPT
		#!/bin/bash
		$(declare -p flyby dir tasks)
		exec "\$flyby" slab run "\$dir" --slab "\${tasks[SLURM_ARRAY_TASK_ID]}" --threads 4 --memory 7200000000B --device gpu
	SCRIPT
	)
	array=${array%%;*} # with the cluster's name behind it, where there are several
	merge+=(--dependency="afterok:$array" --kill-on-invalid-dep=yes)
	echo "job $array: ${#slabs[@]} slabs in ${#tasks[@]} tasks"
fi
files=$head$ending
if [ "$merges" -gt 0 ]; then
	merge+=(--array="0-$((merges - 1))%3")
	files="$head-0$ending and on to -$((merges - 1))"
fi
last=$(sbatch --parsable "${merge[@]}" "${resources[@]}" <<-SCRIPT
	#!/bin/bash
	$(declare -p flyby dir head ending merges)
	to=("\$head\$ending")
	[ "\$merges" -eq 0 ] || to=("\$head-\$SLURM_ARRAY_TASK_ID\$ending" --ranges "\$merges" --range "\$SLURM_ARRAY_TASK_ID")
	exec "\$flyby" slab merge "\$dir" --out "\${to[@]}" --memory 7200000000B
SCRIPT
)
echo "job ${last%%;*}: merges them to $files"
