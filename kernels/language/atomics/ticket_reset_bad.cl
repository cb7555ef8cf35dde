// expect: race
//--local_size=64 --num_groups=1
// The counter starts anew in each round, and with it its values: a slow thread may still hold a place of the last round.

__kernel void ticket(__global int *out, int rounds) {
  __local int count;
  int slot = 0;
  for (int r = 0; r < rounds; ++r) {
    if (get_local_id(0) == 0)
      count = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) % 2 == r % 2)
      slot = atomic_inc(&count);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[slot] = r + get_local_id(0); /*@race*/
  }
}
