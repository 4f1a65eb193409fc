//go:build !unix

package private

import "io/fs"

// foreign says nothing where files have no numbered owners.
func foreign(string, fs.FileInfo) error { return nil }

// writable says nothing where modes do not tell who may write.
func writable(fs.FileInfo) bool { return false }

// open says nothing either.
func open(fs.FileInfo) bool { return false }

// ofRoot says nothing either.
func ofRoot(fs.FileInfo) bool { return true }

// openToAll says nothing either.
func openToAll(fs.FileInfo) bool { return false }
