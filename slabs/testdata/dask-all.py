#!/usr/bin/env python3
"""Has Dask run the slabs that are missing or damaged, and merge the parts once all have ended well: python3 FILE [SCHEDULER]
SCHEDULER is an address, such as tcp://host:8786; without it this machine is the cluster. Run again, after a failure or at
any time, it runs the slabs missing then."""
import json
import subprocess
import sys
from itertools import islice

from dask.distributed import Client, LocalCluster, as_completed
from dask.system import CPU_COUNT
from distributed.system import MEMORY_LIMIT

FLYBY, DIR = "/opt/fly by/flyby", "/shared/it's work"
HEAD, ENDING, RANGES = "/shared/near $(all) `it`", ".parquet", 4
AT_ONCE, RESOURCES = 3, {"GPU": 1}


def flyby(*args):
    return subprocess.run([FLYBY, "slab", *args], stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", errors="replace")


def task(args):
    done = flyby(*args)
    if done.returncode != 0:
        raise RuntimeError(f"exit code {done.returncode}: {(done.stderr.splitlines() or [''])[-1]}")
    return done.stdout


def run(client, tasks, resources=None):
    waiting, names, failed = iter(tasks), {}, False

    def begin(n):
        some = list(islice(waiting, n))
        futures = client.map(task, [args for _, args in some], retries=3, pure=False, resources=resources)
        names.update((future.key, name) for future, (name, _) in zip(futures, some))
        return futures

    running = as_completed(begin(AT_ONCE))
    for future in running:
        if future.exception() is None:
            print(future.result(), end="", flush=True)
        else:
            failed = True
            print(f"{names[future.key]}: {future.exception()}", file=sys.stderr, flush=True)
        running.update(begin(1))
    if failed:
        sys.exit(1)


if __name__ == "__main__":
    status = flyby("status", DIR, "--json").stdout
    if not status:
        sys.exit(subprocess.run([FLYBY, "slab", "status", DIR]).returncode)  # prints what is wrong with the plan
    ranges = [r.split("-") for is_ in ("missing", "damaged") for r in json.loads(status)[is_].split(",") if r]
    slabs = [str(k) for r in ranges for k in range(int(r[0]), int(r[-1]) + 1)]
    local = dict(processes=False, n_workers=1, threads_per_worker=max(1, min(CPU_COUNT // 4, MEMORY_LIMIT // 8000000000)), memory_limit=0, resources=RESOURCES, dashboard_address=None)
    with Client(sys.argv[1] if len(sys.argv) > 1 else LocalCluster(**local)) as client:
        run(client, [(f"slab {k}", ["run", DIR, "--slab", k, "--threads", "4", "--memory", "7200000000B", "--device", "gpu"]) for k in slabs], RESOURCES)
        to = [(f"range {i}", [f"{HEAD}-{i}{ENDING}", "--ranges", str(RANGES), "--range", str(i)]) for i in range(RANGES)]
        to = to or [("merge", [HEAD + ENDING])]
        run(client, [(name, ["merge", DIR, "--out", *args, "--memory", "7200000000B"]) for name, args in to])
    print("merged to", *[repr(args[0]) for _, args in to])
