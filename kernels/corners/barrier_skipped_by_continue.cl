// expect: verified
//--local_size=64 --num_groups=4
// A round is skipped by all threads together.

__kernel void skip(__global const int *in, __global int *out, int rounds) {
  __local int a[64];
  const int lid = get_local_id(0);
  int v = lid;
  for (int r = 0; r < rounds; ++r) {
    if (in[r] == 0)
      continue;
    a[lid] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    v += a[(lid + 7) % 64];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = v;
}
