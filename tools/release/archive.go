package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"time"
)

// file is a file of an archive.
type file struct {
	name string // in the archive, with slashes
	path string // the path of its contents
	mode fs.FileMode
}

// writeFile makes a file with the contents that write writes.
func writeFile(path string, write func(io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// tarred returns a function that writes files as a .tar.gz: in their order, without owners, all of
// one time. The gzip header has neither name nor time.
func tarred(files []file, at time.Time) func(io.Writer) error {
	return func(w io.Writer) error {
		packed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
		if err != nil {
			return err
		}
		archive := tar.NewWriter(packed)
		for _, f := range files {
			text, err := os.ReadFile(f.path)
			if err != nil {
				return err
			}
			header := tar.Header{
				Typeflag: tar.TypeReg, Name: f.name, Size: int64(len(text)), Mode: int64(f.mode), ModTime: at, Format: tar.FormatUSTAR,
			}
			if err := archive.WriteHeader(&header); err != nil {
				return err
			}
			if _, err := archive.Write(text); err != nil {
				return err
			}
		}
		return errors.Join(archive.Close(), packed.Close())
	}
}

// zipped returns a function that writes files as a .zip: in their order, all of one time.
func zipped(files []file, at time.Time) func(io.Writer) error {
	return func(w io.Writer) error {
		archive := zip.NewWriter(w)
		for _, f := range files {
			text, err := os.ReadFile(f.path)
			if err != nil {
				return err
			}
			header := zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: at}
			header.SetMode(f.mode)
			entry, err := archive.CreateHeader(&header)
			if err != nil {
				return err
			}
			if _, err := entry.Write(text); err != nil {
				return err
			}
		}
		return archive.Close()
	}
}
