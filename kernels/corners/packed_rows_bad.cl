// expect: race
//--local_size=64 --num_groups=16
// Ten rows of up to eleven elements do not fit a chunk of 100.

__kernel void pack(__global const int *len, __global int *out) {
  int w = get_global_id(0) * 100;
  for (int r = 0; r < 10; r++)
    for (int k = 0; k <= 10; k++) {
      if (len[r] == k)
        break;
      out[w++] = k; /*@race*/
    }
}
