package input

import (
	"context"

	"flyby/internal/infile"
	"flyby/internal/reading/fileset"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// A File is one of the files of a data set. Its ID is an Options.ID: the path below the folder or the pattern that it was
// found by, without extension; empty where it was named itself.
type File = infile.File

// ErrNoFiles is wrapped by errors of List about folders and patterns that lead to no file.
var ErrNoFiles = infile.ErrNoFiles

// List returns the files of a data set, in order of their paths, each once. A name is a file, "-", a folder, or a pattern of
// filepath.Match. Of a folder it takes the files whose names end in an extension of Formats, in the folders below it too, and of
// an archive (ArchiveExtension), by itself or in a folder, its members of such names; files and folders whose names begin with a
// point are left out, and links to folders not followed. A pattern may match folders. A name that is neither a folder nor a
// pattern is taken as it is, without a look at the file. A pipe, a socket and a device are read where they are named themselves;
// in a folder or by a pattern one is an error, for opening it may wait for ever.
//
// The error is one of the system, one about a pattern, a *format.Error about a file or an archive, or wraps ErrNoFiles.
func List(names ...string) ([]File, error) { return fileset.ListIn("", names...) }

// Read reads the trajectories of a file. The end of path picks the format and the packing,
// see reading.Formats; "-" is CSV from o.Stdin.
//
// The error is a *format.Error for a fault inside the file, an *os.PathError (wrapped) where it cannot be
// read, ctx.Err() where ctx ends, and otherwise an error about path or o. It wraps flyby.ErrMemory where
// the file does not fit into memory.
func Read(ctx context.Context, path string, o format.Options) (*trajectory.Store, format.Report, error) {
	return fileset.Read(ctx, path, o)
}

// ReadFiles reads the trajectories of several files as one data set, see List. The store equals the one that
// Read makes of a single file with all rows, whatever the order of files and wherever the rows of a trajectory
// are: rows of one id in several files are one trajectory, in order of time. A row that is in two files is
// dropped and counted in Report.Repeats; two places of a trajectory at one time are an error that names both,
// or with o.SkipBadRows the later file's row is dropped.
//
// Within a file rows are held to the rules of Read. See ReadFileRows for the ways in which files have to
// agree, and for errors. o.ID is ignored.
func ReadFiles(ctx context.Context, files []File, o format.Options) (*trajectory.Store, format.Report, error) {
	return fileset.ReadFiles(ctx, files, o)
}
