// expect: race
//--local_size=64 --num_groups=16
// The pointer goes down as well: ten below and nine above the base do not fit chunks of 19.

__kernel void pack(__global const int *in, __global int *out) {
  const int g = get_global_id(0);
  __global int *o = out + (g + 1) * 19;
  for (int r = 0; r < 10; r++) {
    if (in[g * 10 + r] > 0)
      *o++ = r; /*@race*/
    if (in[g * 10 + r] < 0)
      *--o = -r; /*@race*/
  }
}
