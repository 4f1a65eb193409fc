package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"flyby"
	"flyby/internal/cli"
	"flyby/internal/door"
	"flyby/internal/infile"
	"flyby/internal/inventory"
	hostmemory "flyby/internal/memory"
	"flyby/internal/reading/fileset"
	"flyby/job"
	"flyby/serve"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

func (a *app) serveCommand() *cobra.Command {
	var f serveFlags
	c := a.described("serve", &cobra.Command{
		Args:              someFile,
		ValidArgsFunction: completeArguments(fileset.Formats()),
		RunE:              func(c *cobra.Command, args []string) error { return a.serve(c, &f, args) },
	})
	f.add(c)
	a.addQuietJSON(c, "the address, a line for each request, and errors on standard error as JSON, one object a line")
	c.Flags().Lookup("quiet").Usage = "no progress of reading, and no line for a request"
	c.Flags().BoolVar(&a.verbose, "verbose", false, "say which choices are made and why")
	return c
}

// serve reads the files, answers, and returns once it is told to end.
func (a *app) serve(c *cobra.Command, f *serveFlags, args []string) error {
	if err := f.check(c, args); err != nil {
		return err
	}
	read, rows, err := f.readings(c)
	if err != nil {
		return err
	}
	if err := a.checkSocket(c, f); err != nil {
		return err
	}
	if err := checkDevice(f.device); err != nil {
		return err
	}
	k, err := f.keys(folderOf(c))
	if err != nil {
		return err
	}
	again := make(chan os.Signal, 1)
	signal.Notify(again, syscall.SIGHUP) // whose own meaning ends a process that still reads
	defer signal.Stop(again)
	config, t, err := a.configuration(c, f, k, read)
	if err != nil {
		return err
	}
	config.Ask.PointRead = rows
	l, err := f.open(c.Context(), &config.Door, folderOf(c))
	if err != nil {
		return err
	}
	defer l.Close()
	giveUp := context.AfterFunc(c.Context(), func() { l.Close() }) // of a socket nothing is left, though a file that is waited for keeps Open from its end
	s, err := serve.Open(c.Context(), config)
	giveUp()
	if err != nil {
		return t.explain(c, &searchFlags{questionFlags: f.questionFlags}, err)
	}
	a.display.end()
	hostmemory.Limit(t.bound.most) // what drivers took is held by now
	return a.answer(c.Context(), f, s, l, func(ctx context.Context) { reload(ctx, again, k, s, config.Logger) })
}

// checkSocket refuses a socket under the name of an input, or under a name that a plan of slabs keeps for itself.
func (a *app) checkSocket(c *cobra.Command, f *serveFlags) error {
	if f.socket == "" {
		return nil
	}
	inputs := f.inputs()
	if f.tokenFile != "" {
		inputs = append(inputs, &inputFiles{flag: "--token-file", files: []input.File{{Path: f.tokenFile}}})
	}
	return a.checkApart(c, end{"--socket", f.socket}, inputs...)
}

// configuration is the configuration of a server by the flags, and a task that reports how its files are read.
func (a *app) configuration(c *cobra.Command, f *serveFlags, k *keys, read format.Options) (config serve.Config, t *task, err error) {
	t = &task{app: a, bound: f.memory.bound()}
	if !t.bound.asked { // a server has a bound in any case, which its searches share
		t.bound = bound{most: t.bound.most, asked: true, held: hostmemory.Usage() + hostmemory.Absent()}
	}
	config = serve.Config{MaxRows: f.maxRows, Queue: f.queue, Version: version(), Logger: a.serverLogger()}
	if config.Timeout, err = f.patience(c); err != nil {
		return config, nil, err
	}
	for _, d := range f.databases {
		config.Databases = append(config.Databases, serve.Named{Name: d.name, Files: d.files.names, Of: d.of})
	}
	config.Ask = job.Ask{
		Inputs:  job.Inputs{Read: obeyed(read)},
		Machine: flyby.Options{Method: flyby.Method(f.method), Settings: f.settings, Device: f.device, Providers: timed(), Threads: f.threads, Memory: t.bound.remaining(), Tmp: f.memory.tmp, TmpLimit: uint64(f.memory.tmpLimit), Logger: a.display.logger()},
		// A serving server writes a line for each request, and none about the progress or the reading of queries.
		Watch: job.Watch{FewerThreads: hostmemory.Cores, Progress: func(p job.Progress) {
			if !a.serving.Load() {
				t.progress(p)
			}
		}, Taken: func(d loaded, o *format.Options) {
			if !a.serving.Load() {
				a.tellReading(d, o)
			}
		}, TakenPoints: func(d job.PointData) {
			if !a.serving.Load() {
				a.takenPoints(d)
			}
		}},
	}
	config.TakenZones = func(name string, z flyby.Zones) {
		if !a.serving.Load() {
			a.tell(inventory.Zones(name, z.Opened()))
		}
	}
	config.Door = door.Config{Hosts: f.hosts, Tokens: k.tokens, MaxBody: int64(f.maxBody), Connections: f.connections, Logger: config.Logger, TLS: k.tls()}
	return config, t, nil
}

// serverLogger is where a server writes a line for each request.
func (a *app) serverLogger() *slog.Logger {
	o := &slog.HandlerOptions{}
	if a.quiet {
		o.Level = slog.LevelWarn
	}
	if a.json {
		return slog.New(slog.NewJSONHandler(a.err, o).WithAttrs([]slog.Attr{slog.String("type", "log")}))
	}
	return slog.New(slog.NewTextHandler(a.err, o))
}

// open listens where the flags say.
func (f *serveFlags) open(ctx context.Context, d *door.Config, folder string) (net.Listener, error) {
	if f.socket == "" {
		l, err := d.Listen(ctx, f.listen)
		if err != nil {
			return nil, fmt.Errorf("--listen %s: %s%s", f.listen, strings.TrimPrefix(cli.Message(err), "listen on "+f.listen+": "), otherPort(err))
		}
		return l, nil
	}
	l, err := d.ListenSocket(ctx, infile.In(folder, f.socket))
	if errors.Is(err, door.ErrLive) {
		err = fmt.Errorf("--socket %s: another server answers there", cli.Shown(f.socket))
	}
	return l, err
}

// otherPort is the advice where a port is taken.
func otherPort(err error) string {
	if errors.Is(err, syscall.EADDRINUSE) {
		return "; port 0 takes a free one"
	}
	return ""
}

// servingType is the type of a servingLine.
const servingType = "serving"

// servingLine tells with --json where a server answers.
type servingLine struct {
	Type      string   `json:"type"`    // servingType
	Address   string   `json:"address"` // http://127.0.0.1:7475, or the path of a socket
	Databases []string `json:"databases"`
}

// tellServing tells where a server answers.
func (a *app) tellServing(f *serveFlags, l net.Listener) {
	at, secure, names := l.Addr(), f.cert != "", []string{}
	for _, d := range f.databases {
		names = append(names, d.name)
	}
	where := map[bool]string{false: "http://", true: "https://"}[secure] + at.String()
	if f.socket != "" {
		where = f.socket
	}
	if a.json {
		a.display.object(servingLine{servingType, where, names})
	} else {
		fmt.Fprintf(a.err, "flyby: serving %s at %s\n", cli.Listed(names, "and"), cli.Shown(where))
	}
	if f.socket == "" && !secure && !door.Loopback(at) {
		a.display.warn("--listen %s: tokens, queries and answers go there as plain text: --tls-cert and --tls-key, or a proxy in front", f.listen)
	}
}

// errAgain is a second signal, which ends a server at once.
var errAgain = errors.New("interrupted twice")

// answer has a server answer, and reload changed files, until the context ends, or with --until-eof standard input. Running requests then end or are cut, unless a second signal comes.
func (a *app) answer(whole context.Context, f *serveFlags, s *serve.Server, l net.Listener, reload func(context.Context)) (err error) {
	ctx, stop := context.WithCancel(whole)
	defer stop()
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer func() {
		if !errors.Is(err, errAgain) { // a third signal would end the process before its socket is removed
			signal.Stop(signals)
		}
	}()
	a.serving.Store(true)
	done := make(chan error, 1)
	go func() { done <- a.serveWhile(ctx, s, l, reload) }()
	a.tellServing(f, l)
	if f.untilEOF {
		go func() {
			io.Copy(io.Discard, a.in) //nolint:errcheck // an input that fails has ended
			stop()
		}()
	}
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	for begun := time.Now(); ; {
		select {
		case err := <-done:
			return err
		case <-signals:
			if time.Since(begun) >= grace {
				return errAgain // what runs goes with the process
			}
		}
	}
}

// serveWhile answers and reloads until the context ends, and closes the server.
func (a *app) serveWhile(ctx context.Context, s *serve.Server, l net.Listener, reload func(context.Context)) error {
	ctx, stop := context.WithCancel(ctx)
	reloads := make(chan struct{})
	go func() {
		defer close(reloads)
		reload(ctx)
	}()
	err := s.Serve(ctx, l)
	stop()
	<-reloads
	return errors.Join(err, s.Close())
}

// reload reads keys and files again each time that a signal comes, until the context ends.
func reload(ctx context.Context, again <-chan os.Signal, k *keys, s *serve.Server, log *slog.Logger) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-again:
		}
		if err := k.read(); err != nil {
			log.Error("keys stay as they were", "error", cli.Message(err))
		}
		s.Reload(ctx) //nolint:errcheck // the log of the server tells of each file
	}
}
