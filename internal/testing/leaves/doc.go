// Package leaves tests small packages through what they export, in one binary: the name of a file begins with the name of the package that it tests.
// Linking a binary for each of them took longer than their tests.
package leaves
