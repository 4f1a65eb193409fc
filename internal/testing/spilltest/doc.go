// Package spilltest damages files without a name, for tests of code that reads them.
package spilltest
