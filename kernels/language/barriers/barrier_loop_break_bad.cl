// expect: divergence
//--local_size=64 --num_groups=4
// The break depends on the thread's own value.

__kernel void barrier_loop_break(__global int *out, int limit) {
  __local int buffer[64];
  const int lid = get_local_id(0);
  int v = lid;
  for (int r = 0; r < 100; ++r) {
    buffer[lid] = v;
    barrier(CLK_LOCAL_MEM_FENCE); /*@divergence*/
    v += 3;
    if (v > limit)
      break;
  }
  out[get_global_id(0)] = v;
}
