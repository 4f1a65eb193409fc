package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// source is the commit that a release is made from.
type source struct {
	root       string    // the clone
	commit     string    // in full
	version    string    // the tag without its v; for a commit without one "0.0.0-" and the first digits of the commit
	maintainer string    // who made the tag, or else the author of the commit, as NAME <ADDRESS>
	time       time.Time // of the commit: all files get this time
}

// describe reads the commit that is checked out in a clone. Uncommitted changes are an error:
// nobody could build the same again.
func describe(root string) (source, error) {
	s := source{root: root}
	changes, err := s.git("status", "--porcelain")
	if err != nil {
		return s, fmt.Errorf("a release is made from a git clone: %w", err)
	}
	if changes != "" {
		return s, fmt.Errorf("files here are not as committed:\n%s", changes)
	}
	if s.commit, err = s.git("rev-parse", "HEAD"); err != nil {
		return s, err
	}
	said, err := s.git("log", "-1", "--format=%ct %an <%ae>")
	if err != nil {
		return s, err
	}
	stamp, author, _ := strings.Cut(said, " ")
	s.maintainer = author
	seconds, failed := strconv.ParseInt(stamp, 10, 64)
	s.time = time.Unix(seconds, 0).UTC()
	s.version = "0.0.0-" + s.commit[:12]
	if tag, err := s.git("describe", "--tags", "--exact-match", "--match", "v[0-9]*"); err == nil {
		s.version = strings.TrimPrefix(tag, "v")
		tagger, err := s.git("for-each-ref", "--format=%(taggername) %(taggeremail)", "refs/tags/"+tag)
		if err != nil {
			return s, err
		}
		s.maintainer = cmp.Or(tagger, author) // a tag without a signature and a message has no tagger
	}
	return s, failed
}

// git runs git in the clone and returns its output.
func (s source) git(arguments ...string) (string, error) {
	c := exec.Command("git", arguments...)
	c.Dir = s.root
	var said bytes.Buffer
	c.Stderr = &said
	out, err := c.Output()
	if err != nil {
		return "", errors.Join(fmt.Errorf("git %s: %w", arguments[0], err), errors.New(strings.TrimSpace(said.String())))
	}
	return strings.TrimSpace(string(out)), nil
}
