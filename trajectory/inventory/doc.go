// Package inventory describes a data set for info --json and a server: its facts, and notes in words about surprising properties, with the
// flag that would help.
package inventory
