// expect: race
//--local_size=64 --num_groups=4
// The two arrays were merged into one, but the places still overlap.

__kernel void two_arrays(__global const int *in, __global int *out) {
  __local int both[65];
  const int lid = get_local_id(0);
  const int i = get_global_id(0);
  both[lid] = in[i]; /*@race*/
  both[lid + 1] = in[i] + 1; /*@race*/
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = both[63 - lid];
}
