// expect: verified
//--local_size=128 --num_groups=8
// Local memory handed in as a kernel parameter, used twice with a barrier between the uses.

__kernel void local_param(__global int *data, __local int *scratch) {
  const int lid = get_local_id(0);
  const int i = get_global_id(0);
  scratch[lid] = data[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  int other = scratch[127 - lid];
  barrier(CLK_LOCAL_MEM_FENCE);
  scratch[lid] = other;
  data[i] = scratch[lid];
}
