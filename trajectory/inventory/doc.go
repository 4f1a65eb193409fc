// Package inventory tells what is in a data set, as info --json and a server do: its facts, and in words what is likely to surprise, with the flag that would help.
package inventory
