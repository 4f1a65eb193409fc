package main

import (
	"math"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/output"
)

func (a *app) convertCommand() *cobra.Command {
	var read readFlags
	var memory memoryFlags
	var out string
	c := a.equip(&cobra.Command{
		Use:   "convert FILE... [--out FILE] [flags]",
		Short: "what was read of files of trajectories, as neutral CSV or Parquet",
		Long: folded(`Reads files of trajectories as a search with the same flags does and writes what it read in
columns that every search takes: traj_id, t, x, y, z and r, in order of ids and times. What is
slow to read is so read once. Degrees, of --lonlat and of formats that have nothing else, stay degrees, in
columns lon, lat and height, which --lonlat reads. Columns have no gaps: where there are some, standard error
says which --max-gap, or --max-speed, makes them again. FILE is ` + kinds(format.Input) + ". " + severalFiles),
		Example:           "  flyby generate galaxy --scale 0.01 --out stars.csv\n  flyby convert stars.csv --out stars.parquet",
		Args:              someFile,
		ValidArgsFunction: completeArguments(format.Input),
		RunE: func(c *cobra.Command, args []string) error {
			return a.convert(c, args, standardOut(out), &read, &memory)
		},
	})
	c.Flags().StringVarP(&out, "out", "o", "-", "`FILE` to write: "+kinds(format.StoreOutput)+". Not one that is read. Where it is a link, the file it leads to is replaced, which must exist")
	completeFile(c, "out", format.StoreOutput)
	read.add(c)
	memory.add(c, "put in order on the disk, and the file is the same")
	a.addQuietJSON(c, "progress and errors on standard error as JSON, one object a line")
	c.Flags().BoolVar(&a.verbose, "verbose", false, "say what was read and written, and where it was put in order")
	return c
}

// convert reads files and writes what was in them.
func (a *app) convert(c *cobra.Command, args []string, out string, read *readFlags, memory *memoryFlags) error {
	files, err := argumentFiles(c, args)
	if err != nil {
		return err
	}
	if err := checkOut(c, out, format.StoreOutput); err != nil {
		return err
	}
	if err := a.checkApart(c, end{"--out", out}, files); err != nil {
		return err
	}
	if err := a.checkStandardOut(out); err != nil {
		return err
	}
	o, err := read.options(c, files)
	if err != nil {
		return err
	}
	if read.curve.given() {
		return cli.Usage(c, "--curve: convert writes what was read: give it to the search")
	}
	if err := memory.check(c); err != nil {
		return err
	}
	o.KeepDegrees, o.OrbitCurve = true, 0
	in := &outgoingFiles{files: a.filesOf(o, memory), of: files, out: out}
	if in.outgrow(files) {
		return a.refusePlaces(c.Context(), files, o, in.convert(c.Context()))
	}
	l, err := a.load(c.Context(), files, o)
	if err != nil {
		return a.refusePlaces(c.Context(), files, o, err)
	}
	g := gapsOf(l.Store)
	a.tellOfGaps(files.shown(), l, &g)
	if err := output.WriteStore(c.Context(), out, l.Store, in.writing(l)); err != nil {
		return err
	}
	in.tellOfWriting(l, "memory")
	return nil
}

// tellOfGaps says how gaps, which neutral columns do not have, come back.
func (a *app) tellOfGaps(name string, l loaded, g *gaps) {
	longest := g.longest
	if longest == 0 { // no segment lasts, and 0 is no limit
		longest = g.shortest / 2
	}
	switch {
	case g.number == 0:
	case longest < g.shortest:
		a.display.warn("%s: %s not written, since columns have none: read the result with --max-gap %v", name, were(g.number), longest)
	case l.Report.SpeedGaps == g.number && l.Report.CutOff == 0:
		a.display.warn("%s: %s not written, since columns have none: read the result with the same --max-speed", name, were(g.number))
	default:
		a.display.warn("%s: %s not written, since columns have none, and no --max-gap makes them again: one is %v long, and segments last up to %v", name, were(g.number), g.shortest, longest)
	}
}

// were says how many gaps there were.
func were(gaps int) string {
	if gaps == 1 {
		return "1 gap was"
	}
	return plural(gaps, "gap") + " were"
}

// gaps are those between the samples of trajectories.
type gaps struct {
	number            int
	longest, shortest float64 // how long the longest segment and the shortest gap last
}

func noGaps() gaps { return gaps{shortest: math.Inf(1)} }

// step takes the time from a sample to the next of its trajectory, which a gap parts or a segment joins.
func (g *gaps) step(time float64, gap bool) {
	if gap {
		g.number++
		g.shortest = min(g.shortest, time)
		return
	}
	g.longest = max(g.longest, time)
}

// gapsOf are those of a store.
func gapsOf(s *trajectory.Store) gaps {
	g := noGaps()
	traj, t := -1, s.T()
	for p := range s.Pieces() {
		if p.Traj == traj {
			g.step(t[p.First]-t[p.First-1], true)
		}
		traj = p.Traj
		for row := p.First + 1; row < p.First+p.Samples; row++ {
			g.step(t[row]-t[row-1], false)
		}
	}
	return g
}
