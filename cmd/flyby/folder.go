package main

import (
	"context"

	"github.com/spf13/cobra"

	"flyby/internal/infile"
)

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

// lies is where a file lies whose name the command was given.
func (a *app) lies(name string) string { return infile.In(a.folder, name) }
