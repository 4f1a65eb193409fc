package cl

import "unsafe"

// Scalar is a number with the same size and form in Go and in OpenCL C.
type Scalar interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~float32 | ~float64
}

// Bytes returns the memory of s, not a copy, for the Read, Write and Fill methods.
func Bytes[T Scalar](s []T) []byte {
	var zero T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(zero)))
}

// View is the reverse of [Bytes], for mapped memory: it returns the numbers that b holds, not a copy. It panics unless b
// holds whole, aligned numbers; memory of EnqueueMapBuffer is aligned for any T if its offset is.
func View[T Scalar](b []byte) []T {
	var zero T
	size := unsafe.Sizeof(zero)
	data := unsafe.Pointer(unsafe.SliceData(b))
	if uintptr(len(b))%size != 0 || uintptr(data)%size != 0 {
		panic("cl: View of bytes that are not whole, aligned numbers")
	}
	return unsafe.Slice((*T)(data), uintptr(len(b))/size)
}
