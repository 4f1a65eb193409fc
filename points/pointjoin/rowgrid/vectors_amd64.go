package rowgrid

import "golang.org/x/sys/cpu"

//go:generate go -C ../../../internal/asm run ./sieve -out ../../points/pointjoin/rowgrid/sieve_amd64.s -stubs ../../points/pointjoin/rowgrid/sieve_stubs_amd64.go -pkg rowgrid

// kinds returns the functions that this processor runs for a number of dimensions, the fastest first.
func kinds(dimensions int) (all []vectors) {
	if has := &cpu.X86; dimensions <= mostFast && has.HasPOPCNT && has.HasBMI2 && has.HasAVX2 {
		if has.HasAVX512F {
			all = append(all, vectors512(dimensions))
		}
		all = append(all, vectors256(dimensions))
	}
	return append(all, noVectors())
}

// vectors512 is the functions of processors with AVX-512.
func vectors512(dimensions int) vectors {
	list := [...]func(**float32){list1AVX512, list2AVX512, list3AVX512, list4AVX512, list5AVX512, list6AVX512, list7AVX512, list8AVX512}
	count := [...]func(**float32){count1AVX512, count2AVX512, count3AVX512, count4AVX512, count5AVX512, count6AVX512, count7AVX512, count8AVX512}
	return vectors{"AVX-512", list[dimensions-1], count[dimensions-1]}
}

// vectors256 is the functions of processors with AVX2.
func vectors256(dimensions int) vectors {
	list := [...]func(**float32){list1AVX2, list2AVX2, list3AVX2, list4AVX2, list5AVX2, list6AVX2, list7AVX2, list8AVX2}
	count := [...]func(**float32){count1AVX2, count2AVX2, count3AVX2, count4AVX2, count5AVX2, count6AVX2, count7AVX2, count8AVX2}
	return vectors{"AVX2", list[dimensions-1], count[dimensions-1]}
}
