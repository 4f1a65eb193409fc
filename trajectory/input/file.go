package input

import "flyby/internal/infile"

// A File is one of the files of a data set. Its ID is an Options.ID: the path below the folder or the pattern that it was
// found by, without extension; empty where it was named itself.
type File = infile.File

// ErrNoFiles is wrapped by errors of List about folders and patterns that lead to no file.
var ErrNoFiles = infile.ErrNoFiles

// ArchiveExtension is the extension of archives, whose members are files of a data set: see List. The path of a member is its
// archive's path, a slash, and its name. See docs/decisions/0047-archives-are-folders.md.
const ArchiveExtension = infile.ArchiveExtension

// List returns the files of a data set, in order of their paths, each once. A name is a file, "-", a folder, or a pattern of
// filepath.Match. Of a folder it takes the files whose names end in an extension of Formats, in the folders below it too, and of
// an archive (ArchiveExtension), by itself or in a folder, its members of such names; files and folders whose names begin with a
// point are left out, and links to folders not followed. A pattern may match folders. A name that is neither a folder nor a
// pattern is taken as it is, without a look at the file. A pipe, a socket and a device are read where they are named themselves;
// in a folder or by a pattern one is an error, for opening it may wait for ever.
//
// The error is one of the system, one about a pattern, a *format.Error about a file or an archive, or wraps ErrNoFiles.
func List(names ...string) ([]File, error) { return ListIn("", names...) }

// ListIn is List for names relative to a folder, as with Options.Folder.
func ListIn(folder string, names ...string) ([]File, error) {
	return infile.ListFiles(Formats().Kinds(folder), names...)
}
