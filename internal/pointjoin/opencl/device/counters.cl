// counters.cl: the counters of kernels, in 64 bits.
//
//   notes  [COUNTERS] ulong: borderline pairs (DOUBT_SLOT), also those beyond their room; candidates; candidates that
//          float64 decided about; cells that were searched for
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable

// note adds up the numbers of the work-items of a group. All of them must call it together; scratch is two words of the
// group.
static void note(__global ulong *notes, const uint slot, const ulong n, __local ulong *scratch) {
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) *scratch = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (n) atom_add(scratch, n);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0 && *scratch) atom_add(&notes[slot], *scratch);
}
