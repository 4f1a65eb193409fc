package memory

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

// memoryStatus is MEMORYSTATUSEX.
type memoryStatus struct {
	size, load              uint32
	physical, availPhysical uint64
	pages, availPages       uint64 // that may still be promised
	virtual, availVirtual   uint64
	availExtended           uint64
}

// bounds returns the memory that the machine may still promise: its memory and
// its page file.
func bounds() []bound {
	call := windows.NewLazySystemDLL("kernel32.dll").NewProc("GlobalMemoryStatusEx")
	if call.Find() != nil {
		return nil
	}
	var m memoryStatus
	m.size = uint32(unsafe.Sizeof(m))
	if ok, _, _ := call.Call(uintptr(unsafe.Pointer(&m))); ok == 0 {
		return nil
	}
	return []bound{newBound("the machine", m.availPages, 0, readHeap().free)}
}
