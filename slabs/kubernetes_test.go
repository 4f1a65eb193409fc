package slabs_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"flyby"
	"flyby/job"
	"flyby/question"
	"flyby/slabs"
)

// kubernetesJob is the fields of a Job that tests read.
type kubernetesJob struct {
	APIVersion string `yaml:"apiVersion"`
	Kind       string
	Metadata   struct{ Name string }
	Spec       struct {
		CompletionMode       string `yaml:"completionMode"`
		Completions          int
		Parallelism          int
		BackoffLimitPerIndex int  `yaml:"backoffLimitPerIndex"`
		BackoffLimit         *int `yaml:"backoffLimit"`
		Suspend              bool
		Template             struct {
			Spec struct {
				RestartPolicy string `yaml:"restartPolicy"`
				Containers    []kubernetesContainer
				Volumes       []struct {
					Name                  string
					PersistentVolumeClaim struct {
						ClaimName string `yaml:"claimName"`
					} `yaml:"persistentVolumeClaim"`
				}
			}
		}
	}
}

// kubernetesContainer is a container of a pod.
type kubernetesContainer struct {
	Name, Image   string
	Command, Args []string
	Env           []struct{ Name, Value string }
	Resources     struct{ Requests, Limits map[string]string }
	VolumeMounts  []struct {
		Name      string
		MountPath string `yaml:"mountPath"`
	} `yaml:"volumeMounts"`
}

// expand returns a word as Kubernetes expands it: $$ is a dollar, $(NAME) a variable of the container.
func expand(word string, env map[string]string) string {
	var text strings.Builder
	for word != "" {
		name, rest, closed := strings.Cut(strings.TrimPrefix(word, "$("), ")")
		value, known := env[name]
		switch {
		case strings.HasPrefix(word, "$$"):
			text.WriteByte('$')
			word = word[2:]
		case strings.HasPrefix(word, "$(") && closed && known:
			text.WriteString(value)
			word = rest
		default:
			text.WriteByte(word[0])
			word = word[1:]
		}
	}
	return text.String()
}

// pod returns the command line and the environment of a pod of a container.
func (c *kubernetesContainer) pod(index int) (words, env []string) {
	known := map[string]string{"JOB_COMPLETION_INDEX": strconv.Itoa(index)}
	for _, e := range c.Env {
		known[e.Name] = expand(e.Value, known)
	}
	for name, value := range known {
		env = append(env, name+"="+value)
	}
	for _, word := range append(c.Command, c.Args...) {
		words = append(words, expand(word, known))
	}
	return words, env
}

// jobsOf reads a manifest.
func jobsOf(t *testing.T, text string) (all []kubernetesJob) {
	t.Helper()
	documents := yaml.NewDecoder(strings.NewReader(text))
	for {
		var one *kubernetesJob
		if err := documents.Decode(&one); err != nil {
			break
		}
		if one == nil { // the comments before the first document
			continue
		}
		all = append(all, *one)
		of := one.Spec.Template.Spec
		if one.APIVersion != "batch/v1" || one.Kind != "Job" || of.RestartPolicy != "Never" || len(of.Containers) != 1 || len(of.Volumes) != 1 ||
			len(of.Containers[0].VolumeMounts) != 1 || of.Containers[0].VolumeMounts[0].Name != of.Volumes[0].Name {
			t.Errorf("a job: %+v", one)
		}
	}
	return all
}

// podsOf returns pods with a volume at a folder.
func podsOf(folder string) slabs.Pods {
	return slabs.Pods{Image: "here/flyby:1", Claim: "data", Folder: folder}
}

// gapped returns a plan of six slabs of which 1, 3 and 4 are missing, in a folder whose name has characters that are special to shells
// and Kubernetes.
func gapped(t *testing.T) (w *slabs.Work, folder, dir string) {
	t.Helper()
	folder = t.TempDir()
	dir = filepath.Join(folder, `it's "$(DIR)" $$ work`)
	var rows []string
	for _, id := range []string{"a", "b"} {
		for i := range 7 {
			rows = append(rows, id+","+strconv.Itoa(i)+",0,0,0,0")
		}
	}
	entries := fileOf(t, folder, "entries.csv", rows)
	w, err := slabs.Plan(t.Context(), dir, job.Ask{Inputs: job.Inputs{Entries: []string{entries}}, Question: question.Question{Search: flyby.Search{Distance: 1}}}, slabs.PlanOptions{Slabs: 6})
	if err != nil || len(w.Slabs()) != 6 {
		t.Fatalf("%v, %+v", err, w)
	}
	for _, k := range []int{0, 2, 4, 5} {
		if _, err := w.Run(t.Context(), k, flyby.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "part-4"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	return w, folder, dir
}

// TestKubernetes: both Jobs have the right fields.
func TestKubernetes(t *testing.T) {
	w, folder, dir := gapped(t)
	o := allOptions(folder)
	o.AtOnce, o.Ranges = 2, 0
	text, err := w.Kubernetes(t.Context(), o, podsOf(folder))
	if err != nil {
		t.Fatal(err)
	}
	all := jobsOf(t, text)
	if len(all) != 2 {
		t.Fatalf("%d jobs: %s", len(all), text)
	}
	run, merge := &all[0], &all[1]
	if s := &run.Spec; s.CompletionMode != "Indexed" || s.Completions != 3 || s.Parallelism != 2 || s.BackoffLimitPerIndex != 3 || s.Suspend {
		t.Errorf("the slabs: %+v", s)
	}
	if s := &merge.Spec; s.CompletionMode != "" || s.BackoffLimit == nil || *s.BackoffLimit != 3 || !s.Suspend || merge.Metadata.Name != run.Metadata.Name+"-merge" {
		t.Errorf("the merge: %+v", merge)
	}
	for at, limits := range []map[string]string{{"memory": "8000000000", "nvidia.com/gpu": "1"}, {"memory": "8000000000"}} {
		of := &all[at].Spec.Template.Spec
		c := &of.Containers[0]
		if c.Image != "here/flyby:1" || c.VolumeMounts[0].MountPath != folder || of.Volumes[0].PersistentVolumeClaim.ClaimName != "data" ||
			!reflect.DeepEqual(c.Resources.Requests, map[string]string{"cpu": "4", "memory": "8000000000"}) || !reflect.DeepEqual(c.Resources.Limits, limits) {
			t.Errorf("job %d: %+v", at, of)
		}
	}
	words, _ := merge.Spec.Template.Spec.Containers[0].pod(0)
	if want := []string{"/opt/fly by/flyby", "slab", "merge", dir, "--out", filepath.Join(folder, "near $(all) `it`.parquet"), "--memory", "7200000000B"}; !reflect.DeepEqual(words, want) {
		t.Errorf("the merge runs %q, want %q", words, want)
	}
	for _, name := range []string{run.Metadata.Name, merge.Metadata.Name} {
		if !strings.Contains(text, "job/"+name+" ") {
			t.Errorf("%s: no instruction names it", name)
		}
	}
}

// TestKubernetesPods: the pods of the indexes run each missing slab once, and no other.
func TestKubernetesPods(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip(err)
	}
	w, folder, dir := gapped(t)
	echo := filepath.Join(folder, "echo $$")
	if err := os.WriteFile(echo, []byte("#!/bin/sh\nprintf '%s|' \"$@\"\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	text, err := w.Kubernetes(t.Context(), slabs.ScriptOptions{Out: filepath.Join(folder, "near.csv"), Flyby: echo}, podsOf(folder))
	if err != nil {
		t.Fatal(err)
	}
	c := &jobsOf(t, text)[0].Spec.Template.Spec.Containers[0]
	for index, k := range []string{"1", "3", "4", ""} {
		words, env := c.pod(index)
		pod := exec.CommandContext(t.Context(), shell, words[1:]...)
		pod.Env = env
		got, err := pod.Output()
		if want := strings.Join([]string{"slab", "run", dir, "--slab", k, "--threads", "1", ""}, "|"); k != "" && (err != nil || string(got) != want) {
			t.Errorf("index %d: %q, %v, want %q", index, got, err, want)
		}
		if k == "" && (err == nil || len(got) > 0) {
			t.Errorf("an index too many: %q, %v", got, err)
		}
	}
}

// TestKubernetesMerge: where no slab is missing the manifest has the merge alone, which is not suspended.
func TestKubernetesMerge(t *testing.T) {
	w, folder := scripted(t)
	for k := range w.Slabs() {
		if _, err := w.Run(t.Context(), k, flyby.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	text, err := w.Kubernetes(t.Context(), plainOptions(folder), podsOf(folder))
	if err != nil {
		t.Fatal(err)
	}
	if all := jobsOf(t, text); len(all) != 1 || all[0].Spec.Suspend || !strings.HasSuffix(all[0].Metadata.Name, "-merge") || all[0].Spec.Template.Spec.Containers[0].Resources.Limits == nil {
		t.Errorf("%+v: %s", all, text)
	}
}

// TestKubernetesRanges: a merge in ranges has an index and a file for each range.
func TestKubernetesRanges(t *testing.T) {
	w, folder, dir := gapped(t)
	text, err := w.Kubernetes(t.Context(), slabs.ScriptOptions{Out: filepath.Join(folder, "a$$b.csv.gz"), Ranges: 5}, podsOf(folder))
	if err != nil {
		t.Fatal(err)
	}
	merge := jobsOf(t, text)[1].Spec
	if merge.CompletionMode != "Indexed" || merge.Completions != 5 || merge.Parallelism != 5 || merge.BackoffLimitPerIndex != 3 || merge.BackoffLimit != nil || !merge.Suspend {
		t.Errorf("%+v", merge)
	}
	words, _ := merge.Template.Spec.Containers[0].pod(3)
	if want := []string{"flyby", "slab", "merge", dir, "--out", filepath.Join(folder, "a$$b-3.csv.gz"), "--ranges", "5", "--range", "3"}; !reflect.DeepEqual(words, want) {
		t.Errorf("range 3 is merged by %q, want %q", words, want)
	}
}

// TestKubernetesRefused: pods need an image, and a volume with all folders that they read and write.
func TestKubernetesRefused(t *testing.T) {
	w, folder := scripted(t)
	inside := filepath.Join(folder, "near.csv")
	for name, c := range map[string]struct {
		out   string
		pods  slabs.Pods
		field string
	}{
		"no image":    {inside, slabs.Pods{Claim: "data", Folder: folder}, "Image"},
		"no claim":    {inside, slabs.Pods{Image: "flyby", Folder: folder}, "Claim"},
		"no folder":   {inside, slabs.Pods{Image: "flyby", Claim: "data", Folder: "here"}, "Claim"},
		"dir outside": {filepath.Join(folder, "out", "near.csv"), slabs.Pods{Image: "flyby", Claim: "data", Folder: filepath.Join(folder, "out")}, "Claim"},
		"out outside": {filepath.Join(filepath.Dir(folder), "near.csv"), podsOf(folder), "Claim"},
		"no UTF-8":    {filepath.Join(folder, "near\xff.csv"), podsOf(folder), "Claim"},
	} {
		var field *job.FieldError
		if text, err := w.Kubernetes(t.Context(), slabs.ScriptOptions{Out: c.out}, c.pods); !errors.As(err, &field) || field.Field != c.field || text != "" {
			t.Errorf("%s: %v, %q", name, err, text)
		}
	}
	if _, err := w.Kubernetes(t.Context(), slabs.ScriptOptions{}, podsOf(folder)); err == nil {
		t.Error("no file: no error")
	}
}
