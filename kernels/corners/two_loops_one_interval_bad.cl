// expect: race
//--local_size=64 --num_groups=4
// No barrier between: different iterations of different loops meet.

__kernel void two_loops(__global int *out) {
  __local int a[256];
  const int lid = get_local_id(0);
  for (int k = 0; k < 4; ++k)
    a[4 * lid + k] = k; /*@race*/
  int v = 0;
  for (int k = 0; k < 4; ++k)
    v += a[64 * k + lid]; /*@race*/
  out[get_global_id(0)] = v;
}
