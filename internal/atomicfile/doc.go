// Package atomicfile writes files that exist in full or not at all, whatever ends the process.
//
// On Linux, where the file system supports O_TMPFILE, a file has no name until it is complete, and
// a process that is killed leaves nothing. Elsewhere it is written in the same folder under the
// name
//
//	.NAME.flyby-0123456789abcdef.part
//
// with sixteen random hexadecimal digits and NAME cut to 200 bytes, and renamed when complete. A
// file that replaces another has such a name on Linux too, between the two calls that name it and
// put it in its place: no call does both.
//
// The next file that is begun for the same NAME in the same folder removes such leftovers, if they
// were not written to for a day and no running process has locked them. A file being written is
// locked until it has its name. Where files cannot be locked, leftovers stay.
// docs/decisions/0013-outputs-without-a-name.md gives the reasons.
package atomicfile
