// expect: race
//--local_size=64 --num_groups=4
// The inner loop may run zero times, and then nothing separates the write from the read.

__kernel void inner(__global int *out, int rounds, int n) {
  __local int a[64];
  const int lid = get_local_id(0);
  int v = lid;
  for (int r = 0; r < rounds; ++r) {
    a[lid] = v; /*@race*/
    for (int k = 0; k < n; ++k)
      barrier(CLK_LOCAL_MEM_FENCE);
    v += a[63 - lid]; /*@race*/
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = v;
}
