//go:build cldebug

package cl

import (
	"bytes"
	"regexp"
	"testing"
)

func TestTraceLogsCalls(t *testing.T) {
	var log bytes.Buffer
	f := functions{Flush: func(uintptr) int32 { return -5 }}
	trace(&f, &log)
	if status := f.Flush(0x7f); status != -5 {
		t.Errorf("traced Flush returned %d", status)
	}
	if want := regexp.MustCompile(`^cl: [0-9:.]+ clFlush\(0x7f\) = -5 in \S+s\n$`); !want.MatchString(log.String()) {
		t.Errorf("logged %q", log.String())
	}
}
