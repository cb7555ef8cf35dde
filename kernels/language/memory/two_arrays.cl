// expect: verified
//--local_size=64 --num_groups=4
// Writes go to one local array, reads come from another, both at shifted places.

__kernel void two_arrays(__global const int *in, __global int *out) {
  __local int front[65], back[65];
  const int lid = get_local_id(0);
  const int i = get_global_id(0);
  front[lid] = in[i];
  back[lid + 1] = in[i] + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = front[63 - lid] + back[64 - lid];
}
