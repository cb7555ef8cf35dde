// expect: verified
//--local_size=64 --num_groups=16
// The threads keep step by a barrier at the start of each round, and another thread's chunk is far away in all of them.

__kernel void pack(__global const int *in, __global int *out) {
  int w = get_global_id(0) * 10;
  for (int r = 0; r < 10; r++) {
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (in[r] > 0)
      out[w++] = r;
  }
}
