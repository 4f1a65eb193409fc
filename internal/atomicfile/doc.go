// Package atomicfile writes files that are there in full or not at all, whatever
// ends the process.
//
// On Linux, where the file system knows O_TMPFILE, a file has no name until it is
// complete, and a process that is killed leaves nothing. Elsewhere it is written
// beside its place under the name
//
//	.NAME.flyby-0123456789abcdef.part
//
// with sixteen random hexadecimal digits and NAME cut to 200 bytes, and renamed when
// complete. A file that replaces another has such a name on Linux too, between the
// two calls that name it and put it in its place: no call does both.
//
// The next file that is begun for the same NAME in the same folder removes such
// leftovers: those not written to for a day, which no running process has locked. A
// file being written is locked until it has its name. Where files cannot be locked,
// leftovers stay. Why is in docs/decisions/0013-outputs-without-a-name.md.
package atomicfile
