// Package spilltest damages files without a name, for tests of whoever reads them.
package spilltest
