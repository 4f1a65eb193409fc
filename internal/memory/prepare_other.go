//go:build !((amd64 || arm64) && linux)

package memory

// prepareThreads does nothing where addresses are not limited.
func prepareThreads() error { return nil }
