// expect: race
//--local_size=64 --num_groups=16
// The chunks are one too short for a thread that finds something in every iteration.

__kernel void pack(__global const int *in, __global int *out) {
  int w = get_global_id(0) * 9;
  for (int r = 0; r < 10; r++)
    if (in[r] > 0)
      out[w++] = r; /*@race*/
}
