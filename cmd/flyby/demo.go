package main

import (
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
)

func (a *app) demoCommand() *cobra.Command {
	var d demo
	c := a.equip(&cobra.Command{
		Use:   "demo [--scale S] [--out DIR]",
		Short: "two stories told in a few seconds: stars near supernovae, near misses of cars",
		Long: `Runs flyby on two stories and shows the closest encounters of each: stars of a
generated galaxy that pass supernovae, and cars of a traffic simulation (a run of
Eclipse SUMO) that nearly hit each other. Needs no OpenCL; writes no file unless
asked to.`,
		Example: "  flyby demo\n  flyby demo --out flyby-demo",
		RunE: func(c *cobra.Command, _ []string) error {
			if err := checkScale(c, d.scale); err != nil {
				return err
			}
			if err := checkSelector(c, d.options.Device); err != nil {
				return err
			}
			if err := checkDevice(d.options.Device); err != nil {
				return err
			}
			d.app, d.ctx = a, c.Context()
			return d.run()
		},
	})
	addScale(c, &d.scale, "times the stars and supernovae", "; 1 is 2,500 stars")
	c.Flags().StringVarP(&d.out, "out", "o", "", "folder `DIR` for the data and the encounters as files (default none)")
	c.Flags().StringVar(&d.options.Device, "device", "cpu", "`DEVICE` to run on: "+selectors(false)+" (see flyby devices)")
	a.addQuietJSON(c, "progress, summaries and errors on standard error as JSON, one object a line")
	return c
}

// run tells both stories.
func (d *demo) run() error {
	if d.out != "" {
		if err := os.MkdirAll(d.lies(d.out), 0o777); err != nil {
			return err
		}
	}
	for i, s := range stories() {
		if err := d.tell(i+1, s); err != nil {
			return err
		}
	}
	return nil
}

// path is where --out keeps a file.
func (d *demo) path(name string) string { return filepath.Join(d.out, name) }
