package evaluation_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"flyby"

	"flyby/evaluation/journal"
)

func session() journal.Session {
	return journal.Session{
		Machine: journal.Machine{CPU: "a cpu", Cores: 4, System: "linux/amd64", Device: flyby.Device{Name: "a gpu", Driver: "1.2"}},
		Seed:    1, Scale: 0.5, Commit: "abc", Started: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
	}
}

func run(trial int, seconds float64) journal.Run {
	return journal.Run{Key: journal.Key{Search: "S1", Method: "temporal", Parameter: "periodic:120", Round: "sweep", Trial: trial}, Seconds: seconds, Hits: 7}
}

func open(t *testing.T, path string, s journal.Session) *journal.Journal {
	t.Helper()
	j, err := journal.Open(path, s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	return j
}

func TestResume(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.jsonl")
	j := open(t, path, session())
	for trial, seconds := range []float64{0.25, 0.5} {
		if err := j.Add(run(trial+1, seconds)); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.SetFact("points", []int{1, 2, 3}); err != nil {
		t.Fatal(err)
	}
	j.Close()

	j = open(t, path, session())
	if len(j.Sessions()) != 2 {
		t.Errorf("%d sessions, want 2", len(j.Sessions()))
	}
	got, ok := j.Run(run(2, 0).Key)
	if !ok || got != run(2, 0.5) {
		t.Errorf("run 2 is %+v, %v", got, ok)
	}
	if _, ok := j.Run(run(3, 0).Key); ok {
		t.Error("a run that was never added is there")
	}
	var points []int
	if ok, err := j.Fact("points", &points); !ok || err != nil || len(points) != 3 {
		t.Errorf("fact: %v %v %v", points, ok, err)
	}
	if ok, err := j.Fact("none", &points); ok || err != nil {
		t.Errorf("a fact that was never set: %v %v", ok, err)
	}
}

// TestResumeAfterCutLine: a run that was cut off in the middle of a line loses that line only.
func TestResumeAfterCutLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.jsonl")
	j := open(t, path, session())
	j.Add(run(1, 0.25))
	j.Add(run(2, 0.5))
	j.Close()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text[:len(text)-20], 0o666); err != nil {
		t.Fatal(err)
	}
	j = open(t, path, session())
	if _, ok := j.Run(run(1, 0).Key); !ok {
		t.Error("run 1 is lost")
	}
	if _, ok := j.Run(run(2, 0).Key); ok {
		t.Error("run 2 was cut off, but is there")
	}
	j.Add(run(2, 0.75))
	j.Close()
	j, err = journal.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := j.Run(run(2, 0).Key); got.Seconds != 0.75 {
		t.Errorf("run 2 took %v, want 0.75", got.Seconds)
	}
	if err := j.Add(run(3, 1)); err == nil {
		t.Error("a journal open for reading took a run")
	}
}

func TestMixingIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.jsonl")
	open(t, path, session()).Close()
	for want, change := range map[string]func(*journal.Session){
		"cpu is another, was a cpu":    func(s *journal.Session) { s.Machine.CPU = "another" },
		"cores is 8, was 4":            func(s *journal.Session) { s.Machine.Cores = 8 },
		"device is another, was":       func(s *journal.Session) { s.Machine.Device.Name = "another" },
		"driver is 1.3, was 1.2":       func(s *journal.Session) { s.Machine.Device.Driver = "1.3" },
		"seed is 2, was 1":             func(s *journal.Session) { s.Seed = 2 },
		"scale is 1, was 0.5":          func(s *journal.Session) { s.Scale = 1 },
		"scale is 2, was 0.5":          func(s *journal.Session) { s.Scale = 2 },
		"seed is 3, was 1; scale is 4": func(s *journal.Session) { s.Seed, s.Scale = 3, 4 },
	} {
		s := session()
		change(&s)
		if _, err := journal.Open(path, s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v", want, err)
		}
	}
	s := session()
	s.Commit, s.Started = "def", time.Now()
	open(t, path, s)
}

func TestBrokenLineIsNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.jsonl")
	if err := os.WriteFile(path, []byte("{}\n{\"run\":7}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := journal.Open(path, session()); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("error %v, want one that names line 2", err)
	}
	if _, err := journal.Read(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a file that is not there was read")
	}
}
