//go:build !unix

package private

import "io/fs"

// foreign returns nil: files have no numbered owners here.
func foreign(string, fs.FileInfo) error { return nil }

// writable returns false: modes do not restrict who may write here.
func writable(fs.FileInfo) bool { return false }

// open returns false for the same reason.
func open(fs.FileInfo) bool { return false }

// ofRoot returns true for the same reason.
func ofRoot(fs.FileInfo) bool { return true }

// openToAll returns false for the same reason.
func openToAll(fs.FileInfo) bool { return false }
