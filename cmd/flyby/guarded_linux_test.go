package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// asGuarded in the environment makes the test binary ask the test before each system call that makes, writes, syncs or renames a file, and
// then take the role that its other variables name. The test learns of the calls from a seccomp filter, through descriptor 3.
const asGuarded = "FLYBY_TEST_GUARDED"

func init() {
	if os.Getenv(asGuarded) == "" {
		return
	}
	os.Unsetenv(asGuarded)
	runtime.LockOSThread() // the filter covers this thread, and the program that it executes
	heard, err := filtered()
	if err == nil {
		err = unix.Sendmsg(3, []byte{0}, unix.UnixRights(heard), nil, 0)
	} else {
		err = unix.Sendmsg(3, []byte(err.Error()), nil, nil, 0)
	}
	if err != nil {
		panic(err)
	}
	unix.Close(3) //nolint:errcheck // executing closes no other
	panic(syscall.Exec("/proc/self/exe", os.Args, os.Environ()))
}

// filtered installs a seccomp filter on this thread, and returns the descriptor on which the kernel asks about its calls.
func filtered() (heard int, err error) {
	const load, equal, hasBits, end = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K, unix.BPF_RET | unix.BPF_K
	program := []unix.SockFilter{
		{Code: load, K: 0}, // the number of the call
		{Code: equal, Jt: 6, K: unix.SYS_WRITE},
		{Code: equal, Jt: 5, K: unix.SYS_PWRITE64},
		{Code: equal, Jt: 4, K: unix.SYS_FSYNC},
		{Code: equal, Jt: 3, K: unix.SYS_RENAMEAT},
		{Code: equal, Jf: 3, K: unix.SYS_OPENAT},
		{Code: load, K: 16 + 2*8}, // its flags
		{Code: hasBits, Jf: 1, K: unix.O_CREAT},
		{Code: end, K: unix.SECCOMP_RET_USER_NOTIF},
		{Code: end, K: unix.SECCOMP_RET_ALLOW},
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return 0, err
	}
	filter := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	fd, _, failed := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_NEW_LISTENER, uintptr(unsafe.Pointer(&filter)))
	if failed != 0 {
		return 0, failed
	}
	return int(fd), nil
}

// fileCall is a system call with which a process makes, writes, syncs or renames a file of a folder.
type fileCall struct {
	*os.Process
	thread int
	what   string // "make", "write", "sync" or "rename"
	name   string // of the file in the folder, or of the file that is renamed; ".": the folder
}

// stop stops the process in the call; the kernel asks about the call again once the process continues.
func (c fileCall) stop() unix.Errno {
	c.Signal(syscall.SIGSTOP) //nolint:errcheck // the process exists: it waits for the answer
	for {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/stat", c.Pid, c.thread))
		if err != nil || strings.Contains(string(status), ") T ") {
			return 0
		}
	}
}

// kill kills the process in the call.
func (c fileCall) kill() unix.Errno {
	c.Kill() //nolint:errcheck // the process exists: it waits for the answer
	return unix.EIO
}

// guardedProcess is a process whose system calls wait for the test's answers.
type guardedProcess struct {
	*exec.Cmd
	out, told bytes.Buffer
	ended     chan struct{}
}

// wait waits until the process has ended.
func (p *guardedProcess) wait() result {
	<-p.ended
	return result{p.ProcessState.ExitCode(), p.out.String(), p.told.String()}
}

// guarded starts the command. The answer to each call that changes files of a folder is 0, and the call proceeds, or the error that the
// call returns.
func guarded(t *place, folder string, answer func(fileCall) unix.Errno, args ...string) *guardedProcess {
	t.Helper()
	c := &guardedProcess{Cmd: process(t, `exec "$0" "$@"`, args...), ended: make(chan struct{})}
	c.Stdout, c.Stderr = &c.out, &c.told
	ends, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(ends[0])
	theirs := os.NewFile(uintptr(ends[1]), "guard")
	c.Env, c.ExtraFiles = append(c.Env, asGuarded+"=1"), []*os.File{theirs}
	err = c.Start()
	theirs.Close()
	if err != nil {
		t.Fatal(err)
	}
	told, rights := make([]byte, 100), make([]byte, unix.CmsgSpace(4))
	n, had, _, _, err := unix.Recvmsg(ends[0], told, rights, unix.MSG_CMSG_CLOEXEC)
	if err != nil || had == 0 {
		c.Wait() //nolint:errcheck // it did nothing
		t.Skipf("no calls can be guarded here: %v, %s", err, told[:n])
	}
	messages, err := unix.ParseSocketControlMessage(rights[:had])
	if err != nil {
		t.Fatal(err)
	}
	heard, err := unix.ParseUnixRights(&messages[0])
	if err != nil {
		t.Fatal(err)
	}
	g := guard{c.Process, heard[0], c.Dir, t.at(folder), answer}
	done := make(chan error, 1)
	go func() { done <- g.listen() }()
	go func() {
		c.Wait() //nolint:errcheck // the test looks at its status
		close(c.ended)
	}()
	t.Cleanup(func() {
		c.Process.Kill() //nolint:errcheck // it has ended, unless the test failed
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return c
}

// guard answers the calls of a process.
type guard struct {
	process    *os.Process
	heard      int
	in, folder string // the working folder of the process, and the guarded folder
	answer     func(fileCall) unix.Errno
}

// notice and reply are seccomp_notif and seccomp_notif_resp: the kernel's question about a call, and the answer.
type (
	notice struct {
		id          uint64
		pid, flags  uint32
		call        int32
		arch        uint32
		instruction uint64
		args        [6]uint64
	}
	reply struct {
		id    uint64
		value int64
		err   int32
		flags uint32
	}
)

// listen answers until the process has ended.
func (g *guard) listen() error {
	defer unix.Close(g.heard)
	for {
		ready := []unix.PollFd{{Fd: int32(g.heard), Events: unix.POLLIN}}
		if _, err := unix.Poll(ready, -1); errors.Is(err, unix.EINTR) {
			continue
		} else if err != nil {
			return err
		}
		if ready[0].Revents&unix.POLLIN == 0 {
			return nil
		}
		var q notice
		if _, _, err := unix.Syscall(unix.SYS_IOCTL, uintptr(g.heard), unix.SECCOMP_IOCTL_NOTIF_RECV, uintptr(unsafe.Pointer(&q))); err == unix.ENOENT || err == unix.EINTR {
			continue // the process was killed, or stopped
		} else if err != 0 {
			return err
		}
		r := reply{id: q.id, flags: unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE}
		if call, ok := g.call(&q); ok {
			err := g.answer(call)
			if err != 0 {
				r.err, r.flags = -int32(err), 0
			}
		}
		if _, _, err := unix.Syscall(unix.SYS_IOCTL, uintptr(g.heard), unix.SECCOMP_IOCTL_NOTIF_SEND, uintptr(unsafe.Pointer(&r))); err != 0 && err != unix.ENOENT {
			return err
		}
	}
}

// call decodes the call of a question, if the call changes a file of the folder.
func (g *guard) call(q *notice) (c fileCall, ok bool) {
	c = fileCall{Process: g.process, thread: int(q.pid)}
	var path string
	switch q.call {
	case unix.SYS_OPENAT:
		c.what, path = "make", g.text(q.args[1])
	case unix.SYS_RENAMEAT:
		c.what, path = "rename", g.text(q.args[1])
	case unix.SYS_FSYNC:
		c.what = "sync"
	default:
		c.what = "write"
	}
	if path == "" {
		path, _ = os.Readlink(fmt.Sprintf("/proc/%d/fd/%d", g.process.Pid, q.args[0]))
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(g.in, path)
	}
	name, err := filepath.Rel(g.folder, path)
	c.name = name
	return c, err == nil && name != ".." && !strings.HasPrefix(name, "../")
}

// text reads a string from the memory of the process.
func (g *guard) text(at uint64) string {
	memory, err := os.Open(fmt.Sprintf("/proc/%d/mem", g.process.Pid))
	if err != nil {
		return ""
	}
	defer memory.Close()
	text := make([]byte, unix.PathMax)
	n, _ := memory.ReadAt(text, int64(at)) // the read is short where the memory ends
	text = text[:n]
	return string(text[:strings.IndexByte(string(text)+"\x00", 0)])
}
