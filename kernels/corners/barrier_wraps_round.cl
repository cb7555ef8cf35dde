// expect: verified
//--local_size=64 --num_groups=4
// The interval that begins in the inner loop ends in the next round of the outer one.

__kernel void wraps(__global int *out, int rounds) {
  __local int a[64], b[64];
  const int lid = get_local_id(0);
  int v = lid;
  a[lid] = v;
  b[lid] = v;
  for (int r = 0; r < rounds; ++r) {
    for (int k = 0; k < 3; ++k) {
      barrier(CLK_LOCAL_MEM_FENCE);
      v += a[(lid + k) % 64];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    a[lid] = v;
  }
  out[get_global_id(0)] = v + b[lid];
}
