package main

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

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
	case bytesUnit:
		options = append(options, progressbar.OptionShowCount(), progressbar.OptionShowBytes(true), progressbar.OptionShowTotalBytes(true))
	case noUnit:
	default:
		options = append(options, progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionSetItsString(string(d.unit)))
	}
	return progressbar.NewOptions64(most, options...)
}

// lateWriter drops what is written before its time: a phase that is soon over
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
