package slabs

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
)

//go:embed slurm.sh
var slurmScript string

// Slurm returns a bash script for a login node. It submits an array of tasks for the slabs that are missing or damaged when it is run, and a job
// that merges the parts, or an array of such jobs, once all tasks have ended well. Its paths are absolute: the nodes must see the folders of the plan and of Out under the same names.
func (w *Work) Slurm(o ScriptOptions) (string, error) {
	s, err := w.script(o)
	if err != nil {
		return "", err
	}
	resources, gres, atOnce := "--cpus-per-task="+strconv.Itoa(s.CPUs), "", ""
	if s.Memory > 0 {
		const mib = 1 << 20
		resources += fmt.Sprintf(" --mem=%dM", (s.Memory-1)/mib+1)
	}
	if s.GPU {
		gres = " --gres=gpu:1"
	}
	if s.AtOnce > 0 {
		atOnce = "%" + strconv.Itoa(s.AtOnce)
	}
	return strings.NewReplacer("@flyby@", quoted(s.Flyby), "@dir@", quoted(s.dir), "@head@", quoted(s.head), "@ending@", quoted(s.ending), "@ranges@", strconv.Itoa(s.Ranges), "@resources@", resources,
		"@gres@", gres, "@at-once@", atOnce, "@run@", spaced(s.run), "@merge@", spaced(s.merge)).Replace(slurmScript), nil
}

// spaced returns words with a blank before each.
func spaced(words []string) (text string) {
	for _, word := range words {
		text += " " + word
	}
	return text
}

// quoted returns a word quoted for a shell.
func quoted(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }
