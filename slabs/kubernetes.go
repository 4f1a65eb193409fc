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

// Pods are the image and the volume of pods of Kubernetes.
type Pods struct {
	Image  string // the image, which has the command and sh
	Claim  string // name of the claim of a persistent volume that many pods may write
	Folder string // path of the volume, here as in pods, with the folders of the plan and of Out in it
}

//go:embed kubernetes.yaml
var kubernetesManifest string

// mostIndexes is the most indexes of an Indexed Job of Kubernetes.
const mostIndexes = 100_000

// Kubernetes returns a manifest in YAML: an Indexed Job with an index for each slab that is missing or damaged now, and a Job that merges the parts, which is suspended if
// there are such slabs. For pods that cannot work it returns a job.FieldError.
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
	if n := max(len(missing), s.Ranges); n > mostIndexes {
		return "", fmt.Errorf("slabs: %d slabs or ranges: a Job of Kubernetes has %d indexes at most", n, mostIndexes)
	}
	text := kubernetesManifest
	if len(missing) == 0 {
		text = mergeAlone(text)
	}
	requests, limits, gpu := s.resources()
	jobs, to := s.merges()
	return strings.NewReplacer("@name@", fmt.Sprintf("flyby-%x", w.sum[:4]), "@slabs@", indexed(len(missing), s.AtOnce), "@missing@", strings.ReplaceAll(ranges(missing), ",", " "),
		"@image@", yamlString(p.Image), "@claim@", yamlString(p.Claim), "@folder@", yamlString(p.Folder), "@flyby@", yamlString(dollars(s.Flyby)), "@dir@", yamlString(dollars(s.dir)),
		"@run@", spaced(s.run), "@requests@", requests, "@limits@", limits, "@gpu@", gpu,
		"@suspend@", strconv.FormatBool(len(missing) > 0), "@merges@", jobs, "@to@", to, "@merge@", pythonics(s.merge)).Replace(text), nil
}

// resources returns the resources of pods in YAML: their requests, their limits, and the GPU among the limits.
func (s *script) resources() (requests, limits, gpu string) {
	requests = fmt.Sprintf("cpu: %d", s.CPUs)
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
	return requests, limits, gpu
}

// merges returns the fields by which the Job of the merge has one pod, or one for each range, and the value of --out of its command, with the flags of a range.
func (s *script) merges() (jobs, to string) {
	if s.Ranges == 0 {
		return "backoffLimit: 3", yamlString(dollars(s.Out))
	}
	const index = "$(JOB_COMPLETION_INDEX)"
	return indexed(s.Ranges, s.AtOnce), fmt.Sprintf(`%s, --ranges, "%d", --range, "%s"`, yamlString(dollars(s.head)+"-"+index+dollars(s.ending)), s.Ranges, index)
}

// indexed returns the fields of an Indexed Job of n indexes; atOnce is 0 for all at once.
func indexed(n, atOnce int) string {
	if atOnce == 0 {
		atOnce = n
	}
	return fmt.Sprintf("completionMode: Indexed\n  completions: %d\n  parallelism: %d\n  backoffLimitPerIndex: 3", n, min(n, atOnce))
}

// check returns a job.FieldError for pods that cannot work.
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

// missing returns the slabs whose part is missing or damaged.
func (w *Work) missing(ctx context.Context) (all []int, err error) {
	states, err := w.Status(ctx)
	for _, s := range states {
		if s.Is != Done {
			all = append(all, s.K)
		}
	}
	return all, err
}

// mergeAlone returns the manifest without the Job of slabs.
func mergeAlone(text string) string {
	documents := strings.Split(text, "---\n")
	return "# Has Kubernetes merge the parts, which were all there when this was printed: kubectl create -f FILE\n---\n" + documents[len(documents)-1]
}

// dollars returns a word with its dollars doubled: Kubernetes replaces $(NAME) by the value of a variable, and $$ by a dollar.
func dollars(word string) string { return strings.ReplaceAll(word, "$", "$$") }

// yamlString returns a word as a string of YAML in ASCII.
func yamlString(word string) string { return strconv.QuoteToASCII(word) }
