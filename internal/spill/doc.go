// Package spill keeps data that outgrow memory in files. The files of a Folder have no
// name once they are open, where the system allows that, and go with the process
// otherwise: a process that is killed leaves no file behind.
//
// Written bytes are counted against a limit and against the free space, so that a spill
// is refused in one line before the disk is full.
package spill
