package slabs

import (
	"context"
	_ "embed"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf8"

	"flyby/job"
)

// Pods say how pods of Kubernetes see the command and the folders.
type Pods struct {
	Image  string // has the command, and sh
	Claim  string // name of the claim of a persistent volume that many pods may write
	Folder string // under which the volume is found, here as in pods, with the folders of the plan and of Out in it
}

//go:embed kubernetes.yaml
var kubernetesManifest string

// mostIndexes is how many indexes an Indexed Job of Kubernetes has at most.
const mostIndexes = 100_000

// Kubernetes is a manifest in YAML: an Indexed Job with an index for each slab that is missing or damaged now, and a Job that merges the parts, which is suspended where
// a slab is. A job.FieldError says what is wrong with the pods.
func (w *Work) Kubernetes(ctx context.Context, o ScriptOptions, p Pods) (string, error) {
	s, err := w.script(o)
	if err != nil {
		return "", err
	}
	if err := p.check(&s); err != nil {
		return "", err
	}
	missing, err := w.missing(ctx)
	if err != nil {
		return "", err
	}
	if len(missing) > mostIndexes {
		return "", fmt.Errorf("slabs: %d slabs to run: a Job of Kubernetes has %d indexes at most: plan fewer slabs", len(missing), mostIndexes)
	}
	text, atOnce, limits, gpu := kubernetesManifest, len(missing), "", ""
	if s.AtOnce > 0 {
		atOnce = min(atOnce, s.AtOnce)
	}
	requests := fmt.Sprintf("cpu: %d", s.CPUs)
	if s.Memory > 0 {
		limits = fmt.Sprintf("memory: %d", s.Memory)
		requests += ", " + limits
	}
	if s.GPU {
		gpu = "nvidia.com/gpu: 1"
		if limits != "" {
			gpu = ", " + gpu
		}
	}
	if len(missing) == 0 {
		text = mergeAlone(text)
	}
	return strings.NewReplacer("@name@", fmt.Sprintf("flyby-%x", w.sum[:4]), "@slabs@", strconv.Itoa(len(missing)), "@missing@", strings.ReplaceAll(Ranges(missing), ",", " "),
		"@at-once@", strconv.Itoa(atOnce), "@image@", yamlString(p.Image), "@claim@", yamlString(p.Claim), "@folder@", yamlString(p.Folder),
		"@flyby@", expanded(s.Flyby), "@dir@", expanded(s.dir), "@out@", expanded(s.Out), "@run@", spaced(s.run), "@merge@", pythonics(s.merge),
		"@requests@", requests, "@limits@", limits, "@gpu@", gpu, "@suspend@", strconv.FormatBool(len(missing) > 0)).Replace(text), nil
}

// check complains about pods that cannot be.
func (p *Pods) check(s *script) error {
	switch {
	case p.Image == "":
		return &job.FieldError{Field: "Image", Text: "is missing"}
	case p.Claim == "" || !filepath.IsAbs(p.Folder):
		return &job.FieldError{Field: "Claim", Text: fmt.Sprintf("%q at %q: must be the name of a claim, and an absolute path", p.Claim, p.Folder)}
	}
	for _, path := range []string{s.dir, s.Out} {
		below, err := filepath.Rel(p.Folder, path)
		if err != nil || below == ".." || strings.HasPrefix(below, ".."+string(filepath.Separator)) {
			return &job.FieldError{Field: "Claim", Text: fmt.Sprintf("%s at %s: %s is not in it, and pods would not see it", p.Claim, p.Folder, path)}
		}
		if !utf8.ValidString(path) {
			return &job.FieldError{Field: "Claim", Text: fmt.Sprintf("%s at %s: %q is not UTF-8, which YAML has to be", p.Claim, p.Folder, path)}
		}
	}
	return nil
}

// missing are the slabs whose part is missing or damaged.
func (w *Work) missing(ctx context.Context) (all []int, err error) {
	states, err := w.Status(ctx)
	for _, s := range states {
		if s.Is != Done {
			all = append(all, s.K)
		}
	}
	return all, err
}

// mergeAlone is the manifest without the Job of slabs.
func mergeAlone(text string) string {
	documents := strings.Split(text, "---\n")
	return "# Has Kubernetes merge the parts, which were all there when this was printed: kubectl create -f FILE\n---\n" + documents[len(documents)-1]
}

// expanded is yamlString of a word in which Kubernetes puts values of variables for their names: $(NAME), where $$ is a dollar.
func expanded(word string) string { return yamlString(strings.ReplaceAll(word, "$", "$$")) }

// yamlString is a string of YAML in ASCII.
func yamlString(word string) string { return strconv.QuoteToASCII(word) }
