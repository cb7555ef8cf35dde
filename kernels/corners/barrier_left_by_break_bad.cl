// expect: race
//--local_size=64 --num_groups=4
// Behind the loop a neighbour's element is read: after the break no barrier has passed.

__kernel void left(__global const int *in, __global int *out, int rounds) {
  __local int a[64];
  const int lid = get_local_id(0);
  int v = lid;
  for (int r = 0; r < rounds; ++r) {
    a[lid] = v; /*@race*/
    if (in[r] == 0)
      break;
    barrier(CLK_LOCAL_MEM_FENCE);
    v += a[(lid + 7) % 64];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = v + a[63 - lid]; /*@race*/
}
