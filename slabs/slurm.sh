#!/bin/bash
# Submits to Slurm an array of tasks for the slabs that are missing or damaged, and a job that merges the parts once all tasks
# have ended well: run it with bash on a login node. Run again, after a failure or at any time, it submits what is missing then.
set -eo pipefail
flyby=@flyby@
dir=@dir@
out=@out@
resources=(--requeue @resources@)

listed=$("$flyby" slab status "$dir" 2>/dev/null) || true
[ -n "$listed" ] || "$flyby" slab status "$dir" # which says what is wrong with the plan
slabs=()
while read -r is list; do
	[ "$is" = missing ] || [ "$is" = damaged ] || continue
	IFS=, read -ra ranges <<<"$list"
	for range in "${ranges[@]}"; do
		for ((k = ${range%-*}; k <= ${range#*-}; k++)); do slabs+=("$k"); done
	done
done <<<"$listed"

merge=(--job-name=flyby-merge)
if [ ${#slabs[@]} -gt 0 ]; then
	most=$(scontrol show config | awk '$1 == "MaxArraySize" { print $3 }')
	[ "${most:-0}" -gt 0 ] || { echo "Slurm takes no arrays here: scontrol show config has MaxArraySize ${most:-nowhere}" >&2; exit 1; }
	each=$(((${#slabs[@]} + most - 1) / most)) # slabs of a task
	tasks=()
	for ((i = 0; i < ${#slabs[@]}; i += each)); do
		printf -v list '%s,' "${slabs[@]:i:each}"
		tasks+=("${list%,}")
	done
	array=$(sbatch --parsable --job-name=flyby "${resources[@]}"@gres@ --array="0-$((${#tasks[@]} - 1))@at-once@" <<-SCRIPT
		#!/bin/bash
		$(declare -p flyby dir tasks)
		exec "\$flyby" slab run "\$dir" --slab "\${tasks[SLURM_ARRAY_TASK_ID]}"@run@
	SCRIPT
	)
	array=${array%%;*} # with the cluster's name behind it, where there are several
	merge+=(--dependency="afterok:$array" --kill-on-invalid-dep=yes)
	echo "job $array: ${#slabs[@]} slabs in ${#tasks[@]} tasks"
fi
last=$(sbatch --parsable "${merge[@]}" "${resources[@]}" <<-SCRIPT
	#!/bin/bash
	$(declare -p flyby dir out)
	exec "\$flyby" slab merge "\$dir" --out "\$out"@merge@
SCRIPT
)
echo "job ${last%%;*}: merges them to $out"
