package fileset

import "flyby/internal/infile"

// A File is one of the files of a data set. Its ID is an Options.ID: the path below the folder or the pattern that it was
// found by, without extension; empty where it was named itself.
type File = infile.File

// ArchiveExtension is the extension of archives, whose members are files of a data set: see ListIn. The path of a member is its
// archive's path, a slash, and its name. See docs/decisions/0047-archives-are-folders.md.
const ArchiveExtension = infile.ArchiveExtension

// Kinds returns the kinds of files of trajectories, words among them, whose names are relative to a folder.
func Kinds(folder string) *infile.Kinds {
	kinds := Formats().Kinds(folder)
	kinds.Words = true
	return kinds
}

// ListIn returns the files of a data set, as input.List does, for names relative to a folder, as with Options.Folder.
func ListIn(folder string, names ...string) ([]File, error) {
	return infile.ListFiles(Kinds(folder), names...)
}
