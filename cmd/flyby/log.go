package main

import (
	"context"
	"fmt"
	"log/slog"
	"sync"

	"flyby/internal/cli"
)

// logHandler takes what the library tells: warnings are always shown, once each,
// as the command's own are; the rest with --verbose.
type logHandler struct {
	slog.Handler // of the rest
	display      *display
	told         *sync.Map // warnings
}

// logger is where the library tells what it does.
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
