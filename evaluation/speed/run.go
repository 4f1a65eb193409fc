package speed

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"time"

	"flyby/evaluation"
	"flyby/evaluation/journal"
	"flyby/evaluation/measure"
	"flyby/internal/atomicfile"
)

// The files in the folder.
const (
	journalName = "speed.jsonl"
	tableName   = "speed.txt"
)

// Report has the results of a run.
type Report struct {
	Machine journal.Machine `json:"machine"`
	Commit  string          `json:"commit"`
	Scale   float64         `json:"scale"`
	Rates   *Rates          `json:"rates,omitempty"` // where a row needed them
	Rows    []Row           `json:"rows"`
}

// Run measures the rows that the options ask for. Where ctx ends first, finished rows stay in the folder's
// journal.
func Run(ctx context.Context, o Options) (report Report, err error) {
	if o, err = o.settle(); err != nil {
		return report, err
	}
	m, err := evaluation.Here(o.Device)
	if err != nil {
		return report, err
	}
	report = Report{Machine: m, Commit: evaluation.Commit(), Scale: o.Scale}
	known, err := openNotes(o, report)
	if err != nil {
		return report, err
	}
	l := newLab(o, m)
	defer func() { err = errors.Join(err, known.close(), l.close()) }()
	for i, row := range measured(ctx, l, known) {
		if row.err != nil {
			return report, fmt.Errorf("speed: %s: %w", row.Name, row.err)
		}
		report.Rows = append(report.Rows, row.Row)
		o.Progress(measure.Progress{Phase: row.Name, Done: float64(i + 1), Total: float64(len(o.pick()))})
	}
	report.Rates, err = known.keepRates(l.rates)
	if err != nil {
		return report, err
	}
	return report, report.save(o.Folder)
}

// attempt is a row, or the error that ended its measurement.
type attempt struct {
	Row
	err error
}

// measured yields each row once it is measured, the last one with its error.
func measured(ctx context.Context, l *lab, known *notes) iter.Seq2[int, attempt] {
	return func(yield func(int, attempt) bool) {
		for i, item := range l.pick() {
			l.Progress(measure.Progress{Phase: item.name, Done: float64(i), Total: float64(len(l.pick()))})
			r, err := known.row(item.name, func() (r Row, err error) {
				r = Row{Name: item.name, What: item.what}
				if err := ctx.Err(); err != nil {
					return r, err
				}
				top, err := peakOf(func() error { return item.measure(ctx, l, &r) })
				if r.Peak == 0 {
					r.Peak = top
				}
				return r, err
			})
			r.Name = item.name
			if !yield(i, attempt{r, err}) || err != nil {
				return
			}
		}
	}
}

// save writes the tables into a folder, if there is one.
func (r Report) save(folder string) error {
	if folder == "" {
		return nil
	}
	var text strings.Builder
	if err := r.WriteText(&text); err != nil {
		return err
	}
	if err := atomicfile.WriteFile(filepath.Join(folder, tableName), []byte(text.String()), 0o666); err != nil {
		return fmt.Errorf("speed: %w", err)
	}
	return nil
}

// notes has the rows that a folder's journal keeps; without a folder it is empty.
type notes struct {
	journal *journal.Journal
	like    string // the build and options that rows must share to be used again
}

// openNotes opens the journal in the folder. Only the same program with the same options finds its rows again.
func openNotes(o Options, r Report) (*notes, error) {
	n := &notes{}
	if o.Folder == "" {
		return n, nil
	}
	build, err := program()
	if err != nil {
		return nil, err
	}
	like, err := json.Marshal([]any{build, o.Trials, o.Peer})
	if err != nil {
		return nil, fmt.Errorf("speed: %w", err)
	}
	n.like = string(like)
	if err := os.MkdirAll(o.Folder, 0o777); err != nil {
		return nil, fmt.Errorf("speed: %w", err)
	}
	n.journal, err = journal.Open(filepath.Join(o.Folder, journalName), journal.Session{
		Machine: r.Machine, Scale: o.Scale, Commit: r.Commit, Started: time.Now().UTC(),
	})
	return n, err
}

// program returns a hash of the running program: a commit does not tell uncommitted changes apart.
func program() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("speed: %w", err)
	}
	f, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("speed: %w", err)
	}
	defer f.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, f); err != nil {
		return "", fmt.Errorf("speed: %w", err)
	}
	return hex.EncodeToString(hash.Sum(nil)[:8]), nil
}

// row returns the journal's row of a name, or a new one.
func (n *notes) row(name string, do func() (Row, error)) (r Row, err error) {
	if n.journal == nil {
		return do()
	}
	key := "row " + name + " " + n.like
	if ok, err := n.journal.Fact(key, &r); ok || err != nil {
		return r, err
	}
	if r, err = do(); err != nil {
		return r, err
	}
	return r, n.journal.SetFact(key, r)
}

// keepRates writes rates to the journal, or returns the rates that rows of an earlier run were measured with.
func (n *notes) keepRates(r *Rates) (*Rates, error) {
	if n.journal == nil {
		return r, nil
	}
	key := "rates " + n.like
	if r != nil {
		return r, n.journal.SetFact(key, r)
	}
	var known Rates
	ok, err := n.journal.Fact(key, &known)
	if !ok {
		return nil, err
	}
	return &known, err
}

func (n *notes) close() error {
	if n.journal == nil {
		return nil
	}
	return n.journal.Close()
}
