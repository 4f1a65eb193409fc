package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"flyby"
	"flyby/internal/cli"
	"flyby/internal/printable"
	"flyby/job"
)

// displayFlags choose the messages of a command on standard error.
type displayFlags struct {
	quiet, json, verbose bool
}

// addQuietJSON adds --quiet and --json; meaning is the help of --json.
func (f *displayFlags) addQuietJSON(c *cobra.Command, meaning string) {
	c.Flags().BoolVar(&f.quiet, "quiet", false, "print no progress and no summary on a terminal")
	c.Flags().BoolVar(&f.json, "json", false, meaning)
}

// addAll adds --verbose too.
func (f *displayFlags) addAll(c *cobra.Command) {
	f.addQuietJSON(c, "progress, summary and errors on standard error as JSON, one object a line")
	c.Flags().BoolVar(&f.verbose, "verbose", false, "say which choices are made and why, and print the summary where there is no terminal too")
}

// tick is the least time between two updates of the progress.
const tick = 100 * time.Millisecond

// display tells on standard error how far the work is: with a bar on a
// terminal, in JSON lines with --json, otherwise not at all.
type display struct {
	*app
	phase string
	unit  job.Unit
	total float64
	shown time.Time
	bar   *progressbar.ProgressBar

	lock     sync.Mutex    // the library may warn while it tells how far it is
	foretold bool          // the library knows how long the phase takes, the bar need not guess
	left     time.Duration // of the phase; 0: not known
}

// begin starts a phase of the work. A phase ends as the next one begins.
func (d *display) begin(phase string, u job.Unit) {
	d.lock.Lock()
	defer d.lock.Unlock()
	d.enter(phase, u)
}

func (d *display) enter(phase string, u job.Unit) {
	d.clear()
	d.phase, d.unit, d.total, d.shown = phase, u, -1, time.Time{}
	d.foretold, d.left = false, 0
}

// follow shows how far the library is: with a search in queries, else in percent.
func (d *display) follow(p flyby.Progress, queries float64) {
	unit, total := job.QueriesUnit, queries
	if p.Phase != "search" {
		unit, total = job.NoUnit, 100
	}
	d.progress(job.Progress{Phase: p.Phase, Unit: unit, Done: p.Done / p.Total * total, Total: total, Left: p.Left, Foretold: true}, p.Total <= 0)
}

// progress shows how far a job is, unless hidden, and reports whether a phase begins.
func (d *display) progress(p job.Progress, hidden bool) (begins bool) {
	d.lock.Lock()
	defer d.lock.Unlock()
	if p.Phase == "" {
		d.clear()
		d.phase = ""
		return false
	}
	if begins = d.phase != p.Phase || p.Total < 0; begins {
		d.enter(p.Phase, p.Unit)
	}
	if d.foretold, d.left = p.Foretold, p.Left; p.Total >= 0 && !hidden {
		d.show(p.Done, p.Total)
	}
	return begins
}

// set says that done of total units of the phase are done; total is 0 if it is not known.
func (d *display) set(done, total float64) {
	d.lock.Lock()
	defer d.lock.Unlock()
	d.show(done, total)
}

func (d *display) show(done, total float64) {
	switch {
	case d.quiet || d.phase == "":
	case d.json:
		d.line(done, total)
	case d.terminal:
		d.draw(done, total)
	}
}

// progressLine is progress as --json shows it.
type progressLine struct {
	Type  string   `json:"type"` // "progress"
	Phase string   `json:"phase"`
	Unit  job.Unit `json:"unit"`
	Done  float64  `json:"done"`
	Total float64  `json:"total"`            // 0: not known
	LeftS float64  `json:"left_s,omitempty"` // seconds that the phase still takes; absent: not known
}

// messageLine is a warning or an error as --json shows it.
type messageLine struct {
	Type    string `json:"type"` // "warning" or "error"
	Message string `json:"message"`
	Status  int    `json:"status,omitempty"` // exit status
}

// line writes progress as JSON.
func (d *display) line(done, total float64) {
	if now := time.Now(); now.Sub(d.shown) >= tick {
		d.shown = now
		d.object(progressLine{"progress", d.phase, d.unit, done, total, d.left.Seconds()})
	}
}

// end ends a phase and takes its bar away.
func (d *display) end() {
	d.lock.Lock()
	defer d.lock.Unlock()
	d.clear()
	d.phase = ""
}

func (d *display) clear() {
	if d.bar != nil {
		d.bar.Finish() // clears it, and ends the goroutine of a spinner
		d.bar = nil
	}
}

// object writes a JSON object on a line of its own.
func (d *display) object(v any) {
	line, err := json.Marshal(v)
	if err != nil {
		panic(err) // our own bug: every value here can be marshalled
	}
	fmt.Fprintf(d.err, "%s\n", printable.JSON(line))
}

// summarize prints a summary: as JSON, or in a line that stays on the terminal.
func (a *app) summarize(object any, line string) {
	switch {
	case a.json:
		a.display.object(object)
	case !a.quiet && (a.terminal || a.verbose):
		fmt.Fprintln(a.err, line)
	}
}

// printAnswer prints an answer that has no rows: as text, or with --json as an object on a line of its own.
func (a *app) printAnswer(object any, text string) error {
	if a.json {
		return printable.WriteObject(a.streams.out, object)
	}
	_, err := io.WriteString(a.streams.out, text)
	return err
}

// note prints a decision made for the user, unless --quiet or --json is given.
func (d *display) note(format string, args ...any) {
	if !d.quiet && !d.json {
		d.warn(format, args...)
	}
}

// warn prints a warning; the work goes on.
func (d *display) warn(format string, args ...any) {
	d.lock.Lock()
	defer d.lock.Unlock()
	d.clear()
	text := printable.Text(fmt.Sprintf(format, args...))
	if d.json {
		d.object(messageLine{Type: "warning", Message: text})
		return
	}
	fmt.Fprintf(d.err, "flyby: %s\n", text)
}

// draw moves the bar, which counts in whole units.
func (d *display) draw(done, total float64) {
	if d.bar == nil || total != d.total {
		d.clear()
		d.total = total
		d.bar = d.newBar(total)
	}
	if d.foretold {
		d.bar.Describe(d.description())
	}
	d.bar.Set64(int64(done))
}

// description is the name of the phase, followed by the seconds that it still takes if the
// library knows them.
func (d *display) description() string {
	if d.left <= 0 {
		return d.phase
	}
	return fmt.Sprintf("%s, %v left", d.phase, (d.left + time.Second - 1).Truncate(time.Second))
}

func (d *display) newBar(total float64) *progressbar.ProgressBar {
	most := int64(total)
	if most <= 0 {
		most = -1 // a spinner
	}
	theme := progressbar.Theme{Saucer: "━", SaucerHead: "━", SaucerPadding: "─", BarStart: " ", BarEnd: " "}
	if d.color {
		theme.Saucer, theme.SaucerHead = "[green]━[reset]", "[green]━[reset]"
	}
	options := []progressbar.Option{
		progressbar.OptionSetWriter(&lateWriter{d.err, time.Now().Add(d.patience)}),
		progressbar.OptionSetDescription(d.description()),
		progressbar.OptionSetTheme(theme),
		progressbar.OptionSetWidth(24),
		progressbar.OptionEnableColorCodes(d.color),
		progressbar.OptionThrottle(tick),
		progressbar.OptionSetPredictTime(most > 0 && !d.foretold),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionSetRenderBlankState(true), // else a spinner without counts never starts
	}
	switch d.unit {
	case job.BytesUnit:
		options = append(options, progressbar.OptionShowCount(), progressbar.OptionShowBytes(true), progressbar.OptionShowTotalBytes(true))
	case job.NoUnit:
	default:
		options = append(options, progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionSetItsString(string(d.unit)))
	}
	return progressbar.NewOptions64(most, options...)
}

// lateWriter drops text written before its time: a phase that is soon over
// shows no bar, and no bar shows the rates of its first moments.
type lateWriter struct {
	w    io.Writer
	from time.Time
}

func (l *lateWriter) Write(p []byte) (int, error) {
	if time.Now().Before(l.from) {
		return len(p), nil
	}
	return l.w.Write(p)
}

// logHandler takes the log of the library: warnings are always shown, once each,
// as the command's own are; the rest with --verbose.
type logHandler struct {
	slog.Handler // the log without its warnings
	display      *display
	told         *sync.Map // warnings shown before
}

// logger is the log for the library.
func (d *display) logger() *slog.Logger {
	h := logHandler{slog.DiscardHandler, d, &sync.Map{}}
	switch {
	case d.verbose && d.json:
		h.Handler = slog.NewJSONHandler(d.err, nil).WithAttrs([]slog.Attr{slog.String("type", "log")})
	case d.verbose:
		h.Handler = slog.NewTextHandler(d.err, &slog.HandlerOptions{ReplaceAttr: withoutTime})
	}
	return slog.New(h)
}

// Enabled reports whether anybody is to see a record of the level.
func (h logHandler) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn || h.Handler.Enabled(ctx, level)
}

// Handle shows a record.
func (h logHandler) Handle(ctx context.Context, r slog.Record) error {
	if r.Level < slog.LevelWarn {
		return h.Handler.Handle(ctx, r)
	}
	text := r.Message
	r.Attrs(func(a slog.Attr) bool {
		if err, ok := a.Value.Any().(error); ok {
			text += " (" + cli.Message(err) + ")"
		} else {
			text += fmt.Sprintf(" (%s: %v)", a.Key, a.Value)
		}
		return true
	})
	if _, told := h.told.LoadOrStore(text, true); !told {
		h.display.warn("%s", text)
	}
	return nil
}

// WithAttrs and WithGroup are for records that are no warnings.
func (h logHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	h.Handler = h.Handler.WithAttrs(attrs)
	return h
}

// WithGroup is as WithAttrs.
func (h logHandler) WithGroup(name string) slog.Handler {
	h.Handler = h.Handler.WithGroup(name)
	return h
}

// withoutTime drops the time of a log line.
func withoutTime(groups []string, a slog.Attr) slog.Attr {
	if len(groups) == 0 && a.Key == slog.TimeKey {
		return slog.Attr{}
	}
	return a
}
