package rowgrid

import "golang.org/x/sys/cpu"

//go:generate go -C ../../../internal/asm run ./sieve -out ../../internal/pointjoin/rowgrid/sieve_amd64.s -stubs ../../internal/pointjoin/rowgrid/sieve_stubs_amd64.go -pkg rowgrid

// kinds returns the functions that this processor supports for a number of dimensions, the fastest first.
func kinds(dimensions int) (all []vectors) {
	if has := &cpu.X86; dimensions <= mostFast && has.HasPOPCNT && has.HasBMI2 && has.HasAVX2 {
		if has.HasAVX512F {
			all = append(all, vectors{"AVX-512", listAVX512, countAVX512, cellAVX512, degreesAVX512})
		}
		all = append(all, vectors{"AVX2", listAVX2, countAVX2, nil, nil})
	}
	return append(all, noVectors())
}
