package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
	"flyby/internal/ends"
	"flyby/internal/infile"
	hostmemory "flyby/internal/memory"
)

// memoryFlags bound the memory and the disk of a search on the host.
type memoryFlags struct {
	memory   size
	tmp      string
	tmpLimit size
}

// add adds the flags of a command; what says for help how data that do not fit are handled.
func (f *memoryFlags) add(c *cobra.Command, what string) {
	s := c.Flags()
	s.Var(&f.memory, "memory", "hold at most `SIZE` in memory, such as 2GB: data beyond it are "+what+" (default 80 % of the free memory)")
	s.StringVar(&f.tmp, "tmp", "", "`FOLDER` for data that outgrow memory, in files without a name that go with the process (default: the temporary folder of the system)")
	s.Var(&f.tmpLimit, "tmp-limit", "write at most `SIZE` to the folder of --tmp (default: its free space)")
	if err := c.MarkFlagDirname("tmp"); err != nil {
		panic(err) // our own bug: there is no such flag
	}
}

// check refuses sizes of nothing, of the flags that the command has, and a folder that was asked for and that no file can be
// written in, needed or not. The system's is looked at where it is needed.
func (f *memoryFlags) check(c *cobra.Command) error {
	for _, flag := range []string{"memory", "tmp-limit"} {
		if s := c.Flags().Lookup(flag); s != nil && s.Changed && s.Value.String() == "0" {
			return cli.Usage(c, "--%s 0: must be more than nothing", flag)
		}
	}
	if !c.Flags().Changed("tmp") {
		return nil
	}
	name := f.tmp
	f.tmp = infile.In(folderOf(c), name)
	if err := ends.CheckTmp(name, f.tmp, uint64(f.tmpLimit)); err != nil {
		return cli.Usage(c, "--tmp: %w", err)
	}
	return nil
}

// most is how many bytes the process may hold.
func (f *memoryFlags) most() uint64 {
	if f.memory > 0 {
		return uint64(f.memory)
	}
	return hostmemory.Share()
}

// size is a flag that takes a number of bytes with its unit: "2GB", "512MiB", "1.5 TB".
type size uint64

func (n *size) Set(s string) error {
	bytes, err := hostmemory.ParseSize(s)
	if err == nil {
		*n = size(bytes)
	}
	return err
}

// String is "0" of nothing, which help does not show as a default.
func (n *size) String() string {
	if *n == 0 {
		return "0"
	}
	return fmt.Sprintf("%dB", *n)
}

// Type is what help calls the value where the flag has no word for it.
func (n *size) Type() string { return "size" }
