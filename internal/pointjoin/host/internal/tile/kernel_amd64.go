package tile

import "golang.org/x/sys/cpu"

//go:generate go -C ../../../../../internal/asm run ./tiles -out ../../internal/pointjoin/host/internal/tile/kernel_amd64.s -stubs ../../internal/pointjoin/host/internal/tile/kernel_stubs_amd64.go -pkg tile

// kernels returns the kernels that this processor supports, the fastest first.
func kernels() (all []kernel) {
	if cpu.X86.HasAVX512F && cpu.X86.HasFMA {
		all = append(all, kernel{"AVX-512", 32, compare512, 0.13e-9, 0.024e-9})
	}
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		all = append(all, kernel{"AVX2", 16, compare256, 0.22e-9, 0.032e-9})
	}
	return append(all, genericKernel())
}

// compare512 is kernel.compare on processors with AVX-512.
func compare512(a, b []float32, n int, start *[maxWidth]float32, l *limits, f *panelMasks) uint32 {
	return compareAVX512(&a[0], &b[0], n, &start[0], &l.outer, &f.maybe[0])
}

// compare256 is kernel.compare on processors with AVX2.
func compare256(a, b []float32, n int, start *[maxWidth]float32, l *limits, f *panelMasks) uint32 {
	return compareAVX2(&a[0], &b[0], n, &start[0], &l.outer, &f.maybe[0])
}
