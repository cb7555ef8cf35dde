// expect: divergence
//--local_size=64 --num_groups=4
// The number of rounds depends on the thread.

__kernel void do_while(__global int *out) {
  __local int buffer[64];
  const int lid = get_local_id(0);
  int r = 0;
  do {
    buffer[lid] = r;
    barrier(CLK_LOCAL_MEM_FENCE); /*@divergence*/
    ++r;
  } while (r < lid);
  out[get_global_id(0)] = buffer[lid];
}
