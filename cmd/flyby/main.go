// Command flyby finds which moving objects come within a distance of each
// other, and during which time intervals.
//
//	flyby search --entries stars.csv --queries supernovae.csv --distance 0.1
//	flyby join --entries cars.fcd.xml.gz --distance 2 --level encounters
//	flyby info stars.csv
//	flyby demo
//
// Results go to standard output or to --out; progress, the summary and errors go
// to standard error. docs/cli.md holds the help of every subcommand.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"flyby"
	"flyby/internal/cli"
	"flyby/internal/infile"
	hostmemory "flyby/internal/memory"
	"flyby/trajectory/format"
)

func main() {
	if err := hostmemory.Prepare(); err != nil {
		fmt.Fprintln(os.Stderr, "flyby:", err)
		os.Exit(cli.Failure)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() { time.AfterFunc(grace, stop) })
	a := newApp(ctx, streams{
		in:       os.Stdin,
		out:      standardOutput(),
		err:      os.Stderr,
		terminal: term.IsTerminal(int(os.Stderr.Fd())) && os.Getenv("TERM") != "dumb",
		screen:   term.IsTerminal(int(os.Stdout.Fd())),
		color:    os.Getenv("NO_COLOR") == "",
		patience: 300 * time.Millisecond,
	})
	os.Exit(a.runAtMost(ctx, os.Args[1:], grip))
}

// How an interrupt ends a process. All of it is well within two seconds.
const (
	// grace is how long after an interrupt a further one is taken for the same:
	// timeout(1) sends two. After that it ends the process at once.
	grace = 300 * time.Millisecond
	// grip is how long a run has to end by itself. One that waits for a named pipe to
	// be opened, for a terminal, for a file or for a compiler cannot.
	grip = 600 * time.Millisecond
	// lastWord is how long the message has to get through to standard error.
	lastWord = 300 * time.Millisecond
)

// runAtMost is run, but returns at the latest when ctx has been over for patience, though
// run may still be at work. Outputs are given up as ctx ends, so nothing of them is left. A
// server that answers ends by itself.
func (a *app) runAtMost(ctx context.Context, args []string, patience time.Duration) int {
	done := make(chan int, 1)
	go func() { done <- a.run(ctx, args) }()
	select {
	case status := <-done:
		return status
	case <-ctx.Done():
	}
	if a.serving.Load() {
		return <-done
	}
	select {
	case status := <-done:
		return status
	case <-time.After(patience):
	}
	told := make(chan struct{})
	go func() {
		defer close(told)
		a.display.end()
		a.fail(ctx, ctx.Err(), slices.Contains(args, "--json"))
	}()
	select {
	case <-told:
	case <-time.After(lastWord):
	}
	return cli.Interrupted
}

// streams is the environment of a run of the command: its streams, its folder, and settings of tests.
type streams struct {
	in       io.Reader
	out, err io.Writer
	terminal bool          // err is a terminal that can move its cursor
	color    bool          // and may be written to in colour
	screen   bool          // out is a terminal
	patience time.Duration // before a phase shows a bar there
	tune     tuner         // nil: flyby.Tune
	outgrown bool          // files are taken to outgrow memory, however small they are
	folder   string        // that names of files are relative to, "" for the working folder of the process
}

// interruptible is a reader that gives up when ctx ends, which a read from a
// terminal or a pipe does not. It starts to read with the first Read.
type interruptible struct {
	ctx  context.Context
	from io.Reader
	pipe *io.PipeReader
}

func (r *interruptible) Read(p []byte) (int, error) {
	if r.pipe == nil {
		out, in := io.Pipe()
		r.pipe = out
		context.AfterFunc(r.ctx, func() { out.CloseWithError(r.ctx.Err()) })
		go func() {
			_, err := io.Copy(in, r.from)
			in.CloseWithError(err)
		}()
	}
	return r.pipe.Read(p)
}

// app is one run of the command.
type app struct {
	streams
	displayFlags
	display display
	printed printer
	told    sync.Once   // message about the end of the command
	serving atomic.Bool // requests are answered, which an interrupt lets come to their end
}

// newApp makes a run that ctx can interrupt.
func newApp(ctx context.Context, s streams) *app {
	s.in = &interruptible{ctx: ctx, from: s.in}
	if s.tune == nil {
		s.tune = flyby.Tune
	}
	a := &app{streams: s, printed: printer{to: s.out}}
	a.display.app = a
	return a
}

// run executes the arguments and returns the exit status.
func (a *app) run(ctx context.Context, args []string) int {
	root := a.command()
	if asksForValues(args) {
		offer(root)
	}
	root.SetIn(a.in)
	root.SetErr(a.err)
	c := root
	words, err := commandFirst(root, args)
	if err == nil {
		root.SetArgs(words)
		c, err = root.ExecuteContextC(inFolder(ctx, a.folder))
	}
	a.display.end()
	if errors.Is(err, format.ErrNoCell) {
		err = cli.Wrong(c, err)
	}
	err = skipHint(c, err)
	if err == nil {
		err = a.printed.err
	}
	if err == nil {
		return cli.OK
	}
	return a.fail(ctx, err, a.json || slices.Contains(args, "--json"))
}

// fail prints an error in one line, unless it has printed one before, and returns the exit
// status that the error stands for.
func (a *app) fail(ctx context.Context, err error, asJSON bool) int {
	text, status := cli.Complaint(ctx, err, flyby.ErrNoDevice)
	a.told.Do(func() {
		if asJSON {
			a.display.object(messageLine{"error", text, status})
		} else {
			fmt.Fprintf(a.err, "flyby: %s\n", text)
		}
	})
	return status
}

// folderKey is the key of the folder that a command runs in, among the values of its context.
type folderKey struct{}

// inFolder is a context whose commands have names of files relative to a folder, "" for the working folder of the process.
func inFolder(ctx context.Context, folder string) context.Context {
	return context.WithValue(ctx, folderKey{}, folder)
}

// folderOf is the folder that names of files are relative to which a command is given.
func folderOf(c *cobra.Command) string {
	folder, _ := c.Context().Value(folderKey{}).(string)
	return folder
}

// lies returns the path of a file whose name the command was given.
func (a *app) lies(name string) string { return infile.In(a.folder, name) }

// printer prints help for package cobra, which would report an error of writing and
// forget it. The printer keeps the first error.
type printer struct {
	to  io.Writer
	err error
}

func (p *printer) Write(text []byte) (int, error) {
	if p.err == nil {
		_, p.err = p.to.Write(text)
	}
	return len(text), nil
}

// command builds the tree of subcommands.
func (a *app) command() *cobra.Command {
	root := a.described("flyby", &cobra.Command{Long: textOf("flyby").folded(), Args: knownCommand, RunE: a.versionOrHelp, SilenceErrors: true, SilenceUsage: true})
	root.SetOut(&a.printed)
	root.SetUsageFunc(func(c *cobra.Command) error {
		_, err := io.WriteString(c.OutOrStderr(), help(c))
		return err
	})
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(func(c *cobra.Command, _ []string) {
		text := help
		if asksShortHelp(c) {
			text = shortenedHelp
		}
		io.WriteString(c.OutOrStdout(), text(c))
	})
	root.Flags().BoolP("version", "v", false, "version for flyby")
	root.AddCommand(a.searchCommand(), a.joinCommand(), a.convoysCommand(), a.nearestCommand(), a.visitsCommand(), a.selfjoinCommand(), a.pointjoinCommand(), a.knnCommand(), a.dbscanCommand(), a.atCommand(), a.slabCommand(), a.generateCommand(), a.infoCommand(), a.convertCommand(), a.verifyCommand(), a.reportCommand(), a.serveCommand(),
		a.devicesCommand(), a.doctorCommand(), a.tuneCommand(), a.demoCommand(), a.versionCommand(),
		a.licensesCommand())
	root.SetHelpCommand(a.helpCommand())
	root.InitDefaultHelpCmd() // so that it is found as the others are
	strictCompletion(root)
	return root
}

// standardName is the name of standard output in all errors.
const standardName = "standard output"

// standardOutput is os.Stdout, named standard output in errors, or a writer that refuses all if it was closed at the start.
func standardOutput() io.Writer {
	if cli.OutputClosedAtStart() {
		return closedOutput{}
	}
	return named{os.Stdout}
}

// named is standard output by its name, which for package os is /dev/stdout.
type named struct{ to *os.File }

// Stat describes the file that standard output is: an input, say, or a pipe.
func (n named) Stat() (fs.FileInfo, error) { return n.to.Stat() }

func (n named) Write(text []byte) (int, error) {
	done, err := n.to.Write(text)
	var failed *fs.PathError
	if errors.As(err, &failed) {
		err = &fs.PathError{Op: failed.Op, Path: standardName, Err: failed.Err}
	}
	return done, err
}

// closedOutput is a standard output that was closed when the process began. What is printed there is lost: checkStandardOut refuses it where that is an answer.
type closedOutput struct{}

func (closedOutput) Write(text []byte) (int, error) { return len(text), nil }

// answerMark is the key of the annotation of a command whose answer goes to standard output, unless --out names a file.
const answerMark = "answer"

// answers are the annotations of a command that must not end well where a closed standard output loses its answer. What other commands print there says what they did, or what there is.
func answers() map[string]string { return map[string]string{answerMark: standardName} }

// printsAnswer reports whether a command with its flags writes an answer to standard output.
func printsAnswer(c *cobra.Command) bool {
	explain := c.Flags().Lookup("explain")
	return c.Annotations[answerMark] != "" && (explain == nil || explain.Value.String() != "true") && standardOut(c.Flags().Lookup("out").Value.String()) == "-"
}

// checkStandardOut refuses a closed standard output that an answer would go to, before time is spent on the answer.
func (a *app) checkStandardOut(c *cobra.Command) error {
	if printsAnswer(c) {
		return a.checkOpen()
	}
	return nil
}

// checkOpen refuses a closed standard output.
func (a *app) checkOpen() error {
	if _, ok := a.streams.out.(closedOutput); ok {
		return errors.New("write standard output: is closed (--out /dev/null drops results)")
	}
	return nil
}
