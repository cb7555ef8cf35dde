// expect: race
//--local_size=64 --num_groups=16
// The upper half of the counter is also read as a plain int.
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable

__kernel void atomics_64(volatile __global long *g, __global int *out) {
  const long i = get_global_id(0);
  atom_add(g, i); /*@race*/
  out[i] = ((volatile __global int *)g)[1]; /*@race*/
}
