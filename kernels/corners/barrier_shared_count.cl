// expect: verified
//--local_size=64 --num_groups=4
// One thread computes the number of rounds for its group; behind the barrier all read the same value.

__kernel void shared_count(__global const int *in, __global int *out) {
  __local int a[64];
  __local int count;
  const int lid = get_local_id(0);
  if (lid == 0)
    count = in[get_group_id(0)] & 7;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int rounds = count;
  int v = lid;
  for (int r = 0; r < rounds; ++r) {
    a[lid] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    v += a[63 - lid];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = v;
}
