// expect: verified
//--local_size=64 --num_groups=16
// 64-bit atomics of the OpenCL 1.x extensions.
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

__kernel void atomics_64(volatile __global long *g, volatile __global ulong *u) {
  const long i = get_global_id(0);
  atom_add(g, i);
  atom_max(g, i);
  atom_cmpxchg(u, 0ul, 1ul);
  atom_xor(u, (ulong)i);
}
