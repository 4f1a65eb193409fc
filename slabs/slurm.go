package slabs

import (
	"cmp"
	_ "embed"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
)

// SlurmOptions are how Slurm runs the slabs of a plan.
type SlurmOptions struct {
	Out    string // file to merge to; the ending is its format
	Flyby  string // path of the command on all nodes; "": flyby, as PATH finds it there
	CPUs   int    // of a task; 0: 1
	Memory uint64 // bytes of a task, of which the command takes nine tenths; 0: what Slurm gives a task
	AtOnce int    // tasks that run at once, at most; 0: as many as Slurm starts
	GPU    bool   // a task has a GPU, and runs on it
}

//go:embed slurm.sh
var slurmScript string

// Slurm is a bash script, for a login node, that submits an array of tasks for the slabs that are missing or damaged when it is run, and a job
// that merges the parts once all tasks have ended well. Its paths are absolute: the nodes see the folders of the plan and of Out under the same names.
func (w *Work) Slurm(o SlurmOptions) (string, error) {
	dir, err := filepath.Abs(w.dir)
	if err != nil {
		return "", fmt.Errorf("slabs: %w", err)
	}
	out, err := filepath.Abs(o.Out)
	if err != nil {
		return "", fmt.Errorf("slabs: %w", err)
	}
	if o.Out == "" || o.CPUs < 0 || o.AtOnce < 0 {
		return "", fmt.Errorf("slabs: file %q, %d CPUs, %d tasks at once: must be a file, and not negative", o.Out, o.CPUs, o.AtOnce)
	}
	cpus := strconv.Itoa(max(o.CPUs, 1))
	resources, gres, atOnce, run, merge := "--cpus-per-task="+cpus, "", "", "--threads "+cpus, ""
	if o.Memory > 0 {
		const mib = 1 << 20
		resources += fmt.Sprintf(" --mem=%dM", (o.Memory-1)/mib+1)
		merge = fmt.Sprintf(" --memory %dB", max(o.Memory/10*9, 1))
		run += merge
	}
	if o.GPU {
		gres, run = " --gres=gpu:1", run+" --device gpu"
	}
	if o.AtOnce > 0 {
		atOnce = "%" + strconv.Itoa(o.AtOnce)
	}
	return strings.NewReplacer("@flyby@", quoted(cmp.Or(o.Flyby, "flyby")), "@dir@", quoted(dir), "@out@", quoted(out), "@resources@", resources,
		"@gres@", gres, "@at-once@", atOnce, "@run@", run, "@merge@", merge).Replace(slurmScript), nil
}

// quoted is a word of a shell that stands for itself.
func quoted(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }
