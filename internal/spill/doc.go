// Package spill keeps in files what does not fit memory. The files of a Folder have no
// name once they are open, where the system allows that, and go with the process
// otherwise: a process that is killed leaves nothing there.
//
// What is written is counted against a limit and against what is free, so that a disk is
// refused in one line before it is full.
package spill
