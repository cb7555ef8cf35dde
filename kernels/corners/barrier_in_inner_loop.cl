// expect: verified
//--local_size=64 --num_groups=4
// The only barriers stand in an inner loop that runs at least once.

__kernel void inner(__global int *out, int rounds, int n) {
  __local int a[64];
  const int lid = get_local_id(0);
  int v = lid;
  for (int r = 0; r < rounds; ++r) {
    a[lid] = v;
    int k = 0;
    do {
      barrier(CLK_LOCAL_MEM_FENCE);
      ++k;
    } while (k < n);
    v += a[63 - lid];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = v;
}
