// expect: race
//--local_size=64 --num_groups=16
// In the last round a thread that has packed in every one is in the chunk of the next group's first thread, which has not.

__kernel void pack(__global const int *in, __global int *out) {
  int w = get_global_id(0) * 9;
  for (int r = 0; r < 10; r++) {
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (in[r + get_group_id(0)] > 0)
      out[w++] = r; /*@race*/
  }
}
