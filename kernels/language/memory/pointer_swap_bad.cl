// expect: race
//--local_size=64 --num_groups=4
// The barrier at the end of a round is gone: the next round reads what others still write.

__kernel void pointer_swap(__global int *data, int rounds) {
  __local int a[64], b[64];
  const int lid = get_local_id(0);
  __local int *from = a;
  __local int *to = b;
  from[lid] = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int r = 0; r < rounds; ++r) {
    to[lid] = from[(lid + 1) & 63] + from[lid]; /*@race*/
    __local int *t = from;
    from = to;
    to = t;
  }
  data[get_global_id(0)] = from[lid];
}
