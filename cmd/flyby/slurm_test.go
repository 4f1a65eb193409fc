package main

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/tier"
)

// fakeSbatch runs the tasks of an array, or a job, at once, and notes its arguments. A job that waits for another runs if the other's tasks
// ended well. It prints the name of a cluster behind the number of a job, as Slurm does with several clusters.
const fakeSbatch = `#!/bin/sh
echo "$@" >>"$FAKE/sbatch"
last= after=
for word; do
	case $word in
	--array=0-*) last=${word#--array=0-} last=${last%\%*} ;;
	--dependency=afterok:*) after=${word#--dependency=afterok:} ;;
	esac
done
id=$(($(wc -l <"$FAKE/sbatch") + 100))
cat >"$FAKE/job-$id"
good=yes task=0
if [ -n "$after" ] && [ ! -e "$FAKE/good-$after" ]; then
	good=
elif [ -n "$last" ]; then
	while [ $task -le $last ]; do
		SLURM_ARRAY_TASK_ID=$task bash "$FAKE/job-$id" >>"$FAKE/log" 2>&1 || good=
		task=$((task + 1))
	done
else
	bash "$FAKE/job-$id" >>"$FAKE/log" 2>&1 || good=
fi
[ -z "$good" ] || : >"$FAKE/good-$id"
echo "$id;here"
`

// fakeScontrol prints the part of the configuration that a script reads.
const fakeScontrol = `#!/bin/sh
[ "$*" = "show config" ] && printf 'Configuration data as of now\nMaxArraySize            = %s\nMaxJobCount             = 10000\n' $MOST
`

// fakeSlurm makes the processes of a test find a Slurm whose arrays have at most the given number of tasks. It returns the folder of its
// notes.
func fakeSlurm(t *place, most int) string {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip(err)
	}
	folder := t.TempDir()
	if err := os.Mkdir(folder+"/bin", 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"sbatch": fakeSbatch, "scontrol": fakeScontrol} {
		if err := os.WriteFile(folder+"/bin/"+name, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", folder+"/bin"+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv("FAKE", folder)
	t.Setenv("MOST", strconv.Itoa(most))
	return folder
}

// submit runs the script for a folder and wants the given calls of Slurm, and the given output of the script.
func submit(t *place, dir, out, flags string, most int, calls, printed []string) (log string) {
	t.Helper()
	notes := fakeSlurm(t, most)
	write(t, "submit.sh", must(t, append([]string{"slab", "script", "slurm", dir, "--out", out}, strings.Fields(flags)...)...))
	r := outcome(t, process(t, "bash submit.sh"))
	want := strings.Join(printed, "\n") + "\n"
	if got := strings.ReplaceAll(r.out, t.folder+"/", ""); r.status != cli.OK || got != want || r.err != "" {
		t.Fatalf("%+v, want %q", r, want)
	}
	if got, want := read(t, notes+"/sbatch"), strings.Join(calls, "\n")+"\n"; got != want {
		t.Errorf("sbatch was called with\n%swant\n%s", got, want)
	}
	text, err := os.ReadFile(notes + "/log")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestSlabSlurm: a Slurm that runs the tasks of a script and then its merge leaves the file of one run. An array holds the missing and
// damaged slabs, several a task beyond the longest array, and without any the merge runs alone. Folders have blanks and quotes.
func TestSlabSlurm(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	const dir, out = `it's "my" work $(x)`, "near `it's`.csv"
	dataSet(t, "galaxy", "0.01", "stars.csv")
	must(t, "join", "stars.csv", "--distance", "0.2", "--level", "encounters", "--out", "one.csv")
	wantOne := func() {
		t.Helper()
		if read(t, out) != read(t, "one.csv") {
			t.Error("not the bytes of one run")
		}
		if err := os.Remove(t.at(out)); err != nil {
			t.Fatal(err)
		}
	}
	plan := func() {
		t.Helper()
		if err := os.RemoveAll(t.at(dir)); err != nil {
			t.Fatal(err)
		}
		must(t, "slab", "plan", "--entries", "stars.csv", "--distance", "0.2", "--dir", dir, "--slabs", "8")
	}
	const array = "--parsable --job-name=flyby --requeue --cpus-per-task="
	const merge = "--parsable --job-name=flyby-merge "
	const after = merge + "--dependency=afterok:101 --kill-on-invalid-dep=yes --requeue --cpus-per-task="

	plan()
	submit(t, dir, out, "", 1001, []string{array + "1 --array=0-7", after + "1"},
		[]string{"job 101: 8 slabs in 8 tasks", "job 102: merges them to " + out})
	wantOne()
	submit(t, dir, out, "--cpus 2 --mem 2GiB", 1001, []string{merge + "--requeue --cpus-per-task=2 --mem=2048M"}, []string{"job 101: merges them to " + out})
	wantOne()

	for _, name := range []string{"part-0", "part-3", "part-4", "part-5"} {
		if err := os.Remove(t.at(dir + "/" + name)); err != nil {
			t.Fatal(err)
		}
	}
	write(t, dir+"/part-7", read(t, dir+"/part-7")[:40])
	log := submit(t, dir, out, "--cpus 2 --at-once 2", 1001, []string{array + "2 --array=0-4%2", after + "2"},
		[]string{"job 101: 5 slabs in 5 tasks", "job 102: merges them to " + out})
	if strings.Count(log, "slab ") != 5 || strings.Contains(log, "slab 1:") || !strings.Contains(log, "slab 7:") {
		t.Errorf("run were: %s", log)
	}
	wantOne()

	plan()
	log = submit(t, dir, out, "--cpus 2 --mem 2GiB", 3, []string{array + "2 --mem=2048M --array=0-2", after + "2 --mem=2048M"},
		[]string{"job 101: 8 slabs in 3 tasks", "job 102: merges them to " + out})
	if strings.Count(log, "slab ") != 8 {
		t.Errorf("run were: %s", log)
	}
	wantOne()
}

// TestSlabSlurmFailed: a task that fails prevents the merge; without a plan, and with a Slurm that takes no arrays, nothing is submitted.
func TestSlabSlurmFailed(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	dataSet(t, "galaxy", "0.01", "stars.csv")
	must(t, "slab", "plan", "--entries", "stars.csv", "--distance", "0.2", "--dir", "work", "--slabs", "3")
	write(t, "submit.sh", must(t, "slab", "script", "slurm", "work", "--out", "near.csv"))

	notes := fakeSlurm(t, 0)
	r := outcome(t, process(t, "bash submit.sh"))
	if _, err := os.Stat(notes + "/sbatch"); r.status != 1 || !strings.HasPrefix(r.err, "Slurm takes no arrays of 1 or more tasks here: ") || !os.IsNotExist(err) {
		t.Errorf("no arrays: %+v, %v", r, err)
	}

	write(t, "work/slab-1", "spoiled")
	notes = fakeSlurm(t, 1001)
	r = outcome(t, process(t, "bash submit.sh"))
	if _, err := os.Stat(t.at("near.csv")); r.status != cli.OK || !os.IsNotExist(err) || !strings.Contains(read(t, notes+"/log"), "slab-1") {
		t.Errorf("a task that fails: %+v, %v", r, err)
	}

	if err := os.Remove(t.at("work/manifest.json")); err != nil {
		t.Fatal(err)
	}
	notes = fakeSlurm(t, 1001)
	r = outcome(t, process(t, "bash submit.sh"))
	if _, err := os.Stat(notes + "/sbatch"); r.status != cli.Failure || !strings.Contains(r.err, "manifest.json") || !os.IsNotExist(err) {
		t.Errorf("no plan: %+v, %v", r, err)
	}
}

// TestSlabScriptRefused: wrong usage of slab script ends with exit status 2, a folder without a plan with 1.
func TestSlabScriptRefused(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	dataSet(t, "galaxy", "0.01", "stars.csv")
	must(t, "slab", "plan", "--entries", "stars.csv", "--distance", "0.2", "--dir", "work", "--slabs", "2")
	for dir, flags := range map[string]string{"count": "--count", "top": "--top 3", "limit": "--limit 3", "objects": "--level objects"} {
		must(t, append([]string{"slab", "plan", "--entries", "stars.csv", "--distance", "0.2", "--dir", dir, "--slabs", "2"}, strings.Fields(flags)...)...)
	}
	for args, want := range map[string]struct {
		status int
		told   string
	}{
		"":                           {cli.WrongUsage, "slurm|dask|kubernetes DIR is missing"},
		"pbs work":                   {cli.WrongUsage, `"pbs": must be slurm, dask or kubernetes`},
		"slrum work":                 {cli.WrongUsage, "is it slurm?"},
		"slurm work -o a --image i":  {cli.WrongUsage, "--image: is for kubernetes"},
		"dask work -o a --claim c:/": {cli.WrongUsage, "--claim: is for kubernetes"},
		"dask":                       {cli.WrongUsage, "DIR is missing"},
		"dask count --out a.csv":     {cli.WrongUsage, "--out: was planned with --count"},
		"slurm --out a.csv":          {cli.WrongUsage, "DIR is missing"},
		"slurm work other":           {cli.WrongUsage, `"other": one DIR only`},
		"slurm work":                 {cli.WrongUsage, "--out FILE is missing"},
		"slurm work --out -":         {cli.WrongUsage, "--out -: must be a file"},
		"slurm work --out a.what":    {cli.WrongUsage, "--out a.what"},
		"slurm count --out a.csv":    {cli.WrongUsage, "--out: was planned with --count"},
		"slurm nowhere -o a.csv":     {cli.Failure, "nowhere"},
		"slurm work -o a.geojson":    {cli.WrongUsage, "GeoJSON has places"},
		"slurm work -o a --cpus 0":   {cli.WrongUsage, "--cpus 0: must be 1 or more"},

		"kubernetes work -o a.csv --claim c:/":                 {cli.WrongUsage, "--image is missing"},
		"kubernetes work -o a.csv --image i":                   {cli.WrongUsage, "--claim is missing"},
		"kubernetes work -o a.csv --image i --claim c":         {cli.WrongUsage, `--claim "c" at "": must be`},
		"kubernetes work -o a.csv --image i --claim c:/nobody": {cli.WrongUsage, "--claim c at /nobody: "},
		"kubernetes count -o a.csv --image i --claim c:/":      {cli.WrongUsage, "--out: was planned with --count"},

		"slurm work -o a.csv --mem 0B":      {cli.WrongUsage, "--mem 0: must be more than nothing"},
		"slurm work -o a.csv --mem 8":       {cli.WrongUsage, `--mem "8": must be a number and a unit`},
		"slurm work -o a.csv --at-once -1":  {cli.WrongUsage, "--at-once"},
		"slurm work -o a.csv --ranges -1":   {cli.WrongUsage, "--ranges"},
		"slurm top -o a.csv --ranges 2":     {cli.WrongUsage, "--ranges: was planned with --top 3: "},
		"dask limit -o a.csv --ranges 2":    {cli.WrongUsage, "--ranges: was planned with --limit 3: "},
		"dask count -o a.csv --ranges 2":    {cli.WrongUsage, "--out: was planned with --count"},
		"slurm objects -o a.csv --ranges 2": {cli.WrongUsage, "--ranges: was planned with --level objects: "},
	} {
		r := invoke(t, "", append([]string{"slab", "script"}, strings.Fields(args)...)...)
		if r.status != want.status || r.out != "" || !strings.Contains(r.err, want.told) {
			t.Errorf("%q: %+v, want %v", args, r, want)
		}
	}
}

// TestSlabKubernetes: the manifest has the options, and the command of the image.
func TestSlabKubernetes(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	dataSet(t, "galaxy", "0.01", "stars.csv")
	must(t, "slab", "plan", "--entries", "stars.csv", "--distance", "0.2", "--dir", "work", "--slabs", "4")
	must(t, "slab", "run", "work", "--slab", "1")
	text := must(t, "slab", "script", "kubernetes", "work", "--out", "near.csv", "--image", "here/flyby", "--claim", "data:"+t.folder, "--cpus", "2", "--mem", "2GB", "--at-once", "2", "--gpu")
	for _, want := range []string{`image: "here/flyby"`, `claimName: "data"`, `mountPath: "` + t.folder + `"`, `{name: FLYBY, value: "flyby"}`, `{name: SLABS, value: "0 2-3"}`,
		"parallelism: 2", "completions: 3", "cpu: 2, memory: 2000000000", "nvidia.com/gpu: 1", " --threads 2 --memory 1800000000B --device gpu\n", `--out, "` + t.at("near.csv") + `", "--memory"`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}

// recordMerges makes a script, which is about to run, call a command that runs slabs as flyby does, and writes the arguments of a merge to
// the file merges.
func recordMerges(t *place, script string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	const command = `#!/bin/sh
[ "$2" = merge ] || exec '%s' "$@"
echo "$@" >>merges
`
	write(t, "told", strings.Replace(command, "%s", self, 1))
	if err := os.Chmod(t.at("told"), 0o700); err != nil {
		t.Fatal(err)
	}
	if strings.Count(script, self) != 1 {
		t.Fatalf("%s is not the command of\n%s", self, script)
	}
	return strings.Replace(script, self, t.at("told"), 1)
}

// TestSlabScriptRanges: --ranges N makes N merges, each of its range and to a file of its own.
func TestSlabScriptRanges(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	dataSet(t, "galaxy", "0.01", "stars.csv")
	must(t, "slab", "plan", "--entries", "stars.csv", "--distance", "0.2", "--dir", "work", "--slabs", "4")
	flags := []string{"work", "--out", "near.csv.gz", "--ranges", "3", "--at-once", "2", "--mem", "2GB"}
	for engine, run := range map[string]string{"slurm": "bash", "dask": "python3"} {
		var calls string
		if engine == "slurm" {
			calls = fakeSlurm(t, 1001) + "/sbatch"
		} else {
			calls = fakePython(t) + "/calls"
		}
		write(t, "script", recordMerges(t, must(t, append([]string{"slab", "script", engine}, flags...)...)))
		wantProcess(t, run+" script")
		merges := strings.Split(strings.TrimSpace(strings.ReplaceAll(read(t, "merges"), t.folder+"/", "")), "\n")
		slices.Sort(merges)
		for i, got := range merges {
			if want := fmt.Sprintf("slab merge work --out near-%d.csv.gz --ranges 3 --range %d --memory 1800000000B", i, i); len(merges) != 3 || got != want {
				t.Errorf("%s: %q of %d, want %q", engine, got, len(merges), want)
			}
		}
		if got := read(t, calls); engine == "slurm" && !strings.HasSuffix(got, " --dependency=afterok:101 --kill-on-invalid-dep=yes --array=0-2%2 --requeue --cpus-per-task=1 --mem=1908M\n") {
			t.Errorf("sbatch was called with\n%s", got)
		}
		if err := os.Remove(t.at("merges")); err != nil {
			t.Fatal(err)
		}
		for _, part := range []string{"work/part-0", "work/part-3"} {
			if err := os.Remove(t.at(part)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestSlabSlurmManyRanges: more merges than an array has tasks are not submitted.
func TestSlabSlurmManyRanges(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	dataSet(t, "galaxy", "0.01", "stars.csv")
	must(t, "slab", "plan", "--entries", "stars.csv", "--distance", "0.2", "--dir", "work", "--slabs", "2")
	write(t, "submit.sh", must(t, "slab", "script", "slurm", "work", "--out", "near.csv", "--ranges", "4"))
	notes := fakeSlurm(t, 3)
	r := outcome(t, process(t, "bash submit.sh"))
	if _, err := os.Stat(notes + "/sbatch"); r.status != cli.Failure || !strings.HasPrefix(r.err, "Slurm takes no arrays of 4 or more tasks here: ") || !os.IsNotExist(err) {
		t.Errorf("%+v, %v", r, err)
	}
}
