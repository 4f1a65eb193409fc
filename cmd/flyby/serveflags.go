package main

import (
	"cmp"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"flyby/internal/asking"
	"flyby/internal/cli"
	"flyby/internal/door"
	"flyby/internal/infile"
	"flyby/internal/reading"
	"flyby/internal/reading/fileset"
	pointformat "flyby/points/format"
	"flyby/question"
	"flyby/serve"
	"flyby/trajectory/format"
)

// Defaults of a server that help shows. Packages serve and door have the others.
const (
	defaultListen      = "127.0.0.1:7475"
	defaultMaxRows     = 10_000_000
	defaultQueue       = 64
	defaultConnections = 1000
)

// serveFlags are the flags of serve.
type serveFlags struct {
	databases []database

	listen, socket string
	hosts          []string
	tokenFile      string
	cert, key      string
	untilEOF       bool

	maxBody            size
	maxRows            uint64
	timeout            string
	queue, connections int

	questionFlags
	methodFlags
	device string
	memory memoryFlags
}

// database is an argument of serve: a data set by its name.
type database struct {
	name  string
	files pointFiles
	of    string // what serve.Named.Of has; "": trajectories
}

// What is before the name of a file of points, and of zones.
const (
	ofPoints = "points"
	ofZones  = "zones"
)

func (f *serveFlags) add(c *cobra.Command) {
	s := c.Flags()
	s.StringVar(&f.listen, "listen", defaultListen, "`ADDRESS` and port to listen on; port 0 takes a free port. An address that other machines reach needs --token-file")
	s.StringVar(&f.socket, "socket", "", "listen on a socket of this machine with the name `PATH`, which its user alone may open, in place of --listen. The socket is removed when the server ends")
	s.StringArrayVar(&f.hosts, "host", nil, "answer requests for host `NAME`, too, as a proxy in front passes them on: a name, or a name and a port; several times for several names")
	s.StringVar(&f.tokenFile, "token-file", "", "`FILE` of tokens, one a line, 16 bytes at least: each request but /healthz needs one, Authorization: Bearer TOKEN. Nobody but the owner may read FILE; SIGHUP reads it again")
	s.StringVar(&f.cert, "tls-cert", "", "certificate chain in a PEM `FILE`, the certificate of the server first: answer over TLS. With --tls-key; SIGHUP reads both files again")
	s.StringVar(&f.key, "tls-key", "", "private key of --tls-cert, in a PEM `FILE`")
	s.BoolVar(&f.untilEOF, "until-eof", false, "end when standard input ends, for programs that start a server and must not leave it behind")
	s.Var(&f.maxBody, "max-body", "refuse queries of more than `SIZE`, unpacked too (default 256MiB)")
	cli.AddNatural(c, &f.maxRows, "max-rows", defaultMaxRows, "refuse answers of more than `N` rows")
	s.StringVar(&f.timeout, "timeout", "", "a search may take `T` from the end of its request on, in seconds or with a unit, as 5min; waiting for its turn counts (default 60s)")
	cli.AddWhole(c, &f.queue, "queue", defaultQueue, "`N` searches may wait for the search that is on the device; further clients are told to come back")
	cli.AddWhole(c, &f.connections, "connections", defaultConnections, "`N` connections with requests at once; further ones wait. /healthz is answered beyond them")
	f.begin(question.Joins)
	f.addReading(c)
	f.addStates(c)
	f.questionFlags.add(c, lacking(question.SelfJoins, question.Joins))
	f.addSearchMethod(c)
	addDevice(c, &f.device, "run on")
	f.memory.add(c, "refused at the start, and a search that needs more memory than is free waits for it, or is refused")
	s.Lookup("ahead").Usage = "each object moves straight on, at the velocity of its last row, for `T` from now, the newest row as the files are read: 30min, or a number in the time unit of the data; SIGHUP reads a newer now"
	s.Lookup("tmp").Usage = "`FOLDER` for answers that wait for slow clients, and queries, in files without a name that go with the request (default: the temporary folder of the system)"
	s.Lookup("tmp-limit").Usage = "write at most `SIZE` to the folder of --tmp, for all requests together; a search whose answer has no room there waits for its client, 30 s at most (default: half of its free space at the start)"
}

// check refuses flags that are wrong whatever the data are, before any data are read.
func (f *serveFlags) check(c *cobra.Command, args []string) error {
	if err := cmp.Or(f.checkListen(c), f.checkLimits(c), oneOf(c, "--method", f.method, f.names()), f.checkSettings(c), checkSelector(c, f.device), f.memory.check(c)); err != nil {
		return err
	}
	return f.setDatabases(c, args)
}

// checkListen refuses addresses that cannot be, and an address that other machines reach without a token.
func (f *serveFlags) checkListen(c *cobra.Command) error {
	given := c.Flags().Changed
	switch {
	case given("listen") && given("socket"):
		return cli.Usage(c, "--listen and --socket: one of the two only")
	case given("socket") && f.socket == "":
		return cli.Usage(c, "--socket: no file name")
	case given("socket") && runtime.GOOS == "windows":
		return cli.Usage(c, "--socket: Windows keeps no file of another user's from being opened: --listen")
	case given("socket") && given("tls-cert"):
		return cli.Usage(c, "--socket and --tls-cert: nobody but the machine hears a socket")
	case given("tls-cert") != given("tls-key"):
		return cli.Usage(c, "--tls-cert and --tls-key: one needs the other")
	case given("token-file") && f.tokenFile == "":
		return cli.Usage(c, "--token-file: no file name")
	}
	for _, name := range f.hosts {
		if name == "" {
			return cli.Usage(c, "--host: no name")
		}
		if strings.ContainsAny(name, "/@?# ") {
			return cli.Usage(c, "--host %q: must be a name, or a name and a port, as flyby.example.org:443", name)
		}
	}
	host, port, err := net.SplitHostPort(f.listen)
	if err != nil {
		return cli.Usage(c, "--listen %q: must be an address and a port, as %s", f.listen, defaultListen)
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return cli.Usage(c, "--listen %q: the port must be a number from 0 to 65535", f.listen)
	}
	if !isLoopback(host) && f.socket == "" && f.tokenFile == "" {
		return cli.Usage(c, "--listen %s: other machines reach it, and whoever does may search: --token-file FILE", f.listen)
	}
	return nil
}

// isLoopback reports whether a host is this machine alone. The host "", all addresses, is not, nor is a name but localhost: names lead elsewhere tomorrow.
func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// checkLimits refuses limits that leave nothing.
func (f *serveFlags) checkLimits(c *cobra.Command) error {
	given := c.Flags().Changed
	switch {
	case given("max-body") && f.maxBody == 0:
		return cli.Usage(c, "--max-body 0: must be more than nothing")
	case f.maxRows == 0:
		return cli.Usage(c, "--max-rows 0: must be 1 or more")
	case f.queue < 1:
		return cli.Usage(c, "--queue %d: must be 1 or more", f.queue)
	case f.connections < 1:
		return cli.Usage(c, "--connections %d: must be 1 or more", f.connections)
	}
	_, err := f.patience(c)
	return err
}

// patience returns --timeout, 0 without the flag.
func (f *serveFlags) patience(c *cobra.Command) (time.Duration, error) {
	if !c.Flags().Changed("timeout") {
		return 0, nil
	}
	return duration(c, "timeout", f.timeout)
}

// setDatabases takes the arguments, each a data set of a name of its own.
func (f *serveFlags) setDatabases(c *cobra.Command, args []string) error {
	for _, arg := range args {
		name, path, named := strings.Cut(arg, "=")
		if !named {
			path = arg
		}
		of, file, _ := strings.Cut(path, ":")
		if of == ofPoints || of == ofZones {
			path = file
		} else {
			of = ""
		}
		if !named {
			name = reading.WithoutExtension(filepath.Base(path), append(pointformat.Formats().Extensions(), fileset.ArchiveExtension))
		}
		bad := serve.Named{Name: name}.CheckName()
		switch {
		case standardIn(path) == "-":
			return cli.Usage(c, "FILE %s: a server reads its files again when they change, and standard input can be read once only", path)
		case bad != nil && named:
			return cli.Usage(c, "NAME %q of %s: must be letters, digits, _, - and .; a file with = in its name has NAME= before it", name, arg)
		case bad != nil:
			return cli.Usage(c, "FILE %s: makes no name of a database, which is letters, digits, _, - and .: NAME=%s", path, path)
		}
		d := database{name: name, files: pointFiles{inputFiles{flag: "FILE"}}, of: of}
		if err := d.files.Set(path); err != nil {
			return cli.Usage(c, "FILE %q: %w", arg, err)
		}
		if i := slices.IndexFunc(f.databases, func(other database) bool { return other.name == name }); i >= 0 {
			return cli.Usage(c, "%s and %s: are both database %s; NAME=FILE gives one another name", cli.Shown(f.databases[i].files.names[0]), cli.Shown(path), name)
		}
		f.databases = append(f.databases, d)
	}
	for i := range f.databases {
		if err := f.databases[i].check(c, f); err != nil {
			return err
		}
	}
	return nil
}

// check finds the files of a database.
func (d *database) check(c *cobra.Command, f *serveFlags) error {
	switch d.of {
	case ofZones:
		if len(f.inputs("")) == 0 {
			return cli.Usage(c, "zones:%s: visits are of trajectories: name a file of them, too", d.files.names[0])
		}
		d.files.takeNames()
		return nil
	case ofPoints:
		return d.files.check(c, &f.questionFlags, asking.BothSides)
	}
	return d.files.inputFiles.check(c)
}

// inputs are the files of all databases, or of databases of some kinds of data.
func (f *serveFlags) inputs(of ...string) (all []*inputFiles) {
	for i := range f.databases {
		if d := &f.databases[i]; len(of) == 0 || slices.Contains(of, d.of) {
			all = append(all, &d.files.inputFiles)
		}
	}
	return all
}

// lacking returns the fields of reading of a kind of question that another kind has not.
func lacking(k, other question.Kind) []asking.Field {
	has := asking.ReadingFields(other)
	return slices.DeleteFunc(asking.ReadingFields(k), func(f asking.Field) bool {
		return slices.ContainsFunc(has, func(o asking.Field) bool { return o.Name == f.Name })
	})
}

// readings are how trajectories, and how points are read. It refuses flags of reading that are for no database.
func (f *serveFlags) readings(c *cobra.Command) (read format.Options, rows pointformat.Options, err error) {
	moving, points := f.inputs(""), f.inputs(ofPoints)
	refuse := func(k, other question.Kind, what, but string) error {
		for _, field := range lacking(k, other) {
			if c.Flags().Changed(field.Name) {
				return cli.Usage(c, "--%s: is for databases of %s, and all are %s", field.Name, what, but)
			}
		}
		return nil
	}
	if len(moving) == 0 {
		err = refuse(question.Joins, question.SelfJoins, "trajectories", "points")
	} else if len(points) == 0 {
		err = refuse(question.SelfJoins, question.Joins, "points, as "+ofPoints+":FILE", "trajectories")
	}
	if err == nil && len(moving) > 0 {
		read, err = f.readOptions(c, asking.BothSides, moving...)
	}
	if err != nil || len(points) == 0 {
		return read, rows, err
	}
	of := pointSearchFlags{questionFlags: questionFlags{f.As(question.SelfJoins), f.threads}}
	rows, err = of.readOptions(c, asking.BothSides)
	return read, rows, err
}

// keys are the tokens that clients have to show, and the certificate that the server shows. Both come from files, which may change.
type keys struct {
	tokens    *door.Tokens // nil: requests need none
	cert, key string       // paths; "": plain text
	shown     atomic.Pointer[tls.Certificate]
}

// keys reads the files of the flags.
func (f *serveFlags) keys(folder string) (k *keys, err error) {
	k = &keys{}
	if f.tokenFile != "" {
		if k.tokens, err = door.ReadTokens(infile.In(folder, f.tokenFile)); err != nil {
			return nil, fmt.Errorf("--token-file %w", err)
		}
	}
	if f.cert != "" {
		k.cert, k.key = infile.In(folder, f.cert), infile.In(folder, f.key)
	}
	return k, k.readCertificate()
}

// read reads the files again. Tokens or a certificate that cannot be read stay as they are.
func (k *keys) read() (err error) {
	if k.tokens != nil {
		err = k.tokens.Reload()
	}
	return errors.Join(err, k.readCertificate())
}

func (k *keys) readCertificate() error {
	if k.cert == "" {
		return nil
	}
	pair, err := tls.LoadX509KeyPair(k.cert, k.key)
	if err != nil {
		return fmt.Errorf("--tls-cert and --tls-key: %w", err)
	}
	k.shown.Store(&pair)
	return nil
}

// tls is how the server speaks TLS, nil where it speaks plain text.
func (k *keys) tls() *tls.Config {
	if k.cert == "" {
		return nil
	}
	return &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return k.shown.Load(), nil }}
}
