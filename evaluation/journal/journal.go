package journal

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
)

// Journal is an open journal. Neither a Journal nor its file is safe for concurrent use by goroutines or
// processes.
type Journal struct {
	file     *os.File // nil: read only
	path     string
	sessions []Session
	runs     []Run
	place    map[Key]int // index in runs
	facts    map[string]json.RawMessage
}

// Open resumes the journal of a file, or begins one, and writes the session. A file whose sessions
// differ in machine, seed or scale is an error that names the difference.
func Open(path string, s Session) (*Journal, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	j := newJournal(path)
	j.file = file
	if err := j.resume(s); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return j, nil
}

// Read reads a journal, to which nothing can be added.
func Read(path string) (*Journal, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	j := newJournal(path)
	if _, err := j.parse(text); err != nil {
		return nil, err
	}
	if len(j.sessions) == 0 {
		return nil, fmt.Errorf("journal: %s: no session in it", path)
	}
	return j, nil
}

func newJournal(path string) *Journal {
	return &Journal{path: path, place: map[Key]int{}, facts: map[string]json.RawMessage{}}
}

// resume reads the file, drops a line that was cut off, and writes the session.
func (j *Journal) resume(s Session) error {
	text, err := io.ReadAll(j.file)
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	whole, err := j.parse(text)
	if err != nil {
		return err
	}
	for _, earlier := range j.sessions {
		if c := s.conflict(earlier); c != "" {
			return fmt.Errorf("journal: %s holds measurements that do not mix with these: %s", j.path, c)
		}
	}
	if err := j.file.Truncate(int64(whole)); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	j.sessions = append(j.sessions, s)
	return j.write(line{Session: &s})
}

// parse takes in the lines of a text and returns the length of the lines that end in a newline.
func (j *Journal) parse(text []byte) (whole int, err error) {
	whole = bytes.LastIndexByte(text, '\n') + 1
	lines := bufio.NewScanner(bytes.NewReader(text[:whole]))
	lines.Buffer(nil, whole+1)
	for n := 1; lines.Scan(); n++ {
		var l line
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return 0, fmt.Errorf("journal: %s: line %d: %w", j.path, n, err)
		}
		j.take(l)
	}
	return whole, lines.Err()
}

// take keeps the content of a line; the last of several runs or facts of a name counts.
func (j *Journal) take(l line) {
	switch {
	case l.Session != nil:
		j.sessions = append(j.sessions, *l.Session)
	case l.Run != nil:
		j.keep(*l.Run)
	case l.Fact != nil:
		j.facts[l.Fact.Name] = l.Fact.Value
	}
}

func (j *Journal) keep(r Run) {
	if i, ok := j.place[r.Key]; ok {
		j.runs[i] = r
		return
	}
	j.place[r.Key] = len(j.runs)
	j.runs = append(j.runs, r)
}

// write appends a line in one write.
func (j *Journal) write(l line) error {
	if j.file == nil {
		return fmt.Errorf("journal: %s is open for reading only", j.path)
	}
	text, err := json.Marshal(l)
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	if _, err := j.file.Write(append(text, '\n')); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	return nil
}

// Add keeps a run and appends it to the file.
func (j *Journal) Add(r Run) error {
	if err := j.write(line{Run: &r}); err != nil {
		return err
	}
	j.keep(r)
	return nil
}

// Run returns the run of a key.
func (j *Journal) Run(k Key) (Run, bool) {
	i, ok := j.place[k]
	if !ok {
		return Run{}, false
	}
	return j.runs[i], true
}

// Runs yields all runs in the order in which they were first added.
func (j *Journal) Runs() iter.Seq[Run] {
	return func(yield func(Run) bool) {
		for _, r := range j.runs {
			if !yield(r) {
				return
			}
		}
	}
}

// Sessions returns the sessions in order; the last is this one, unless the journal was only read.
func (j *Journal) Sessions() []Session { return j.sessions }

// SetFact keeps a value under a name, as JSON, and appends it to the file.
func (j *Journal) SetFact(name string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("journal: fact %s: %w", name, err)
	}
	if err := j.write(line{Fact: &fact{name, text}}); err != nil {
		return err
	}
	j.facts[name] = text
	return nil
}

// Fact reads the value of a name into a pointer; ok is false where there is none.
func (j *Journal) Fact(name string, into any) (ok bool, err error) {
	text, ok := j.facts[name]
	if !ok {
		return false, nil
	}
	if err := json.Unmarshal(text, into); err != nil {
		return false, fmt.Errorf("journal: %s: fact %s: %w", j.path, name, err)
	}
	return true, nil
}

// Close closes the file.
func (j *Journal) Close() error {
	if j.file == nil {
		return nil
	}
	return j.file.Close()
}
