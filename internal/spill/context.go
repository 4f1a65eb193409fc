package spill

import "context"

// folderKey is the key of a folder in a context.
type folderKey struct{}

// WithFolder returns a context whose work spills to files of a folder, all of it together as much as the folder may hold.
func WithFolder(ctx context.Context, f *Folder) context.Context {
	return context.WithValue(ctx, folderKey{}, f)
}

// FolderIn returns a Part of the folder of a context; nil: the context has none.
func FolderIn(ctx context.Context) *Folder {
	if f, ok := ctx.Value(folderKey{}).(*Folder); ok {
		return f.Part()
	}
	return nil
}
