// expect: verified
//--local_size=64 --num_groups=4
// A do-while loop with a barrier: the body runs at least once, for all threads alike.

__kernel void do_while(__global int *out, int rounds) {
  __local int buffer[64];
  const int lid = get_local_id(0);
  int r = 0, v = lid;
  do {
    buffer[lid] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    v += buffer[63 - lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    ++r;
  } while (r < rounds);
  out[get_global_id(0)] = v;
}
