// expect: race
//--local_size=64 --num_groups=4
// Without the barrier after the inner loop its last reads meet the write of the same round.

__kernel void wraps(__global int *out, int rounds) {
  __local int a[64];
  const int lid = get_local_id(0);
  int v = lid;
  a[lid] = v;
  for (int r = 0; r < rounds; ++r) {
    for (int k = 0; k < 3; ++k) {
      barrier(CLK_LOCAL_MEM_FENCE);
      v += a[(lid + k) % 64]; /*@race*/
    }
    a[lid] = v; /*@race*/
  }
  out[get_global_id(0)] = v;
}
