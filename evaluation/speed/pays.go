package speed

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"time"

	"flyby/evaluation/report"
)

// Turns has the seconds of a question, from file to answer, by whole commands in turn; nil where there is none.
type Turns struct {
	One  []float64 `json:"one,omitempty"` // one thread of the cores
	All  []float64 `json:"all"`           // all cores
	GPU  []float64 `json:"gpu,omitempty"`
	Auto []float64 `json:"auto"`
	On   string    `json:"on"` // the device that auto took
	Why  string    `json:"why"`
}

// The bound of auto: times the faster of the cores and the GPU, where that takes long enough to be told apart.
const (
	wantedAuto = 1.2
	shortest   = 50e-3                  // seconds
	settling   = 500 * time.Millisecond // until the driver of the process before has given back its memory
)

// payItems returns a row for each question, in which cores, the GPU and auto take turns.
func payItems() (all []item) {
	for _, t := range tasks() {
		all = append(all, item{
			name: "pays-" + t.name, group: payGroup, what: t.what + ", by auto", extra: t.name == "join-1e8", large: true,
			measure: func(ctx context.Context, l *lab, r *Row) error { return l.pays(ctx, t, r) },
		})
	}
	return all
}

// pays measures a question from file to answer by one core, by all, on the GPU and by auto.
func (l *lab) pays(ctx context.Context, t wholeTask, r *Row) error {
	args, skip, err := l.argumentsOf(ctx, t)
	if r.Skipped = skip; skip != "" || err != nil {
		return err
	}
	gpu, err := l.hasGPU(ctx)
	if err != nil {
		return err
	}
	turns := &Turns{}
	if !t.huge {
		p, err := l.summed(ctx, nil, append(args, "--device", "cpu", "--threads", "1")...)
		if err != nil {
			return err
		}
		turns.One = []float64{p.took.Seconds()}
	}
	if err := l.takeTurns(ctx, t, args, gpu, turns, r); err != nil {
		return err
	}
	r.Turns, r.Seconds = turns, turns.Auto
	l.claimTime(r, targets{})
	r.Claims[0].Note = "on " + turns.On + "; " + turns.Why
	r.Claims = append(r.Claims, turns.claims(l.full())...)
	return nil
}

// takeTurns has cores, GPU and auto take turns: a turn before the first that counts, unless the question is huge.
func (l *lab) takeTurns(ctx context.Context, t wholeTask, args []string, gpu bool, turns *Turns, r *Row) error {
	warm, least := 1, fewest
	if t.huge {
		warm, least = 0, 1
	}
	var last time.Duration
	turn := func(device string, to *[]float64) (process, error) {
		if gpu && last.Seconds() >= shortest {
			time.Sleep(settling) // a process that had a GPU may end before its driver has
		}
		p, err := l.summed(ctx, nil, append(args, "--device", device)...)
		last = p.took
		if r.Peak = max(r.Peak, p.Peak); err == nil && warm == 0 {
			*to = append(*to, p.took.Seconds())
		}
		return p, err
	}
	return l.repeatProcess(ctx, least+warm, func() error {
		if _, err := turn("cpu", &turns.All); err != nil {
			return err
		}
		if gpu {
			if _, err := turn("gpu", &turns.GPU); err != nil {
				return err
			}
		}
		p, err := turn("auto", &turns.Auto)
		turns.On, turns.Why, r.Hits = p.Device, p.Why, p.hits
		warm = max(0, warm-1)
		return err
	})
}

// argumentsOf returns the arguments of a question, whose answer is a file of the temporary folder; skip says why it cannot be asked.
func (l *lab) argumentsOf(ctx context.Context, t wholeTask) (args []string, skip string, err error) {
	if len(l.Command) == 0 {
		return nil, noProgram, nil
	}
	if args, skip, err = t.arguments(ctx, l); skip != "" || err != nil {
		return nil, skip, err
	}
	if err := l.forget(); err != nil {
		return nil, "", err
	}
	folder, err := l.folder()
	return append(args, "--out", filepath.Join(folder, "answer.parquet")), "", err
}

// hasGPU reports whether the command lists a GPU. It is asked as a process of its own: a driver that the measuring process has loaded would make others start sooner.
func (l *lab) hasGPU(ctx context.Context) (bool, error) {
	var listed bytes.Buffer
	_, _, err := l.ran(ctx, nil, &listed, "devices", "--json")
	return bytes.Contains(listed.Bytes(), []byte(`"kind":"gpu"`)), err
}

// claims returns the other turns as claims, and how the time of auto compares.
func (t *Turns) claims(bounded bool) (all []Claim) {
	for _, c := range []struct {
		what    string
		seconds []float64
	}{{"one core", t.One}, {"all cores", t.All}, {"GPU", t.GPU}} {
		if c.seconds != nil {
			all = append(all, Claim{What: c.what, Unit: "s", Got: median(c.seconds)})
		}
	}
	if t.GPU == nil {
		return all
	}
	faster := min(median(t.All), median(t.GPU))
	c := Claim{What: "x the faster", Unit: "x", Got: median(t.Auto) / faster}
	if bounded && faster >= shortest {
		c.Most = wantedAuto
	}
	return append(all, c)
}

// writePays writes the table of when a GPU pays, where rows have turns.
func (r Report) writePays(w io.Writer) {
	if !slices.ContainsFunc(r.Rows, func(row Row) bool { return row.Turns != nil }) {
		return
	}
	fmt.Fprintf(w, "\nFILE TO ANSWER\tONE CORE\t%d CORES\tGPU\tGPU PAYS\tAUTO\tON\n", r.Machine.Cores)
	for _, row := range r.Rows {
		t := row.Turns
		if t == nil {
			continue
		}
		pays := "-"
		if t.GPU != nil {
			pays = report.Times(median(t.All) / median(t.GPU)).Text
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", row.What, medianText(t.One), medianText(t.All), medianText(t.GPU), pays, medianText(t.Auto), t.On)
	}
}
