// expect: verified
//--local_size=64 --num_groups=4
// A loop with barriers is left by a break that depends only on uniform values.

__kernel void barrier_loop_break(__global int *out, int limit) {
  __local int buffer[64];
  const int lid = get_local_id(0);
  int v = lid, step = 1;
  for (int r = 0; r < 100; ++r) {
    buffer[lid] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    v += buffer[63 - lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    step += r;
    if (step > limit)
      break;
  }
  out[get_global_id(0)] = v;
}
