// expect: verified
//--local_size=64 --num_groups=16
// A pointer that goes up by one, by two or not at all: chunks of 20 are enough for ten iterations.

__kernel void pack(__global const int *in, __global int *out) {
  __global int *o = out + get_global_id(0) * 20;
  for (int r = 0; r < 10; r++) {
    if (in[r] > 0)
      *o++ = r;
    if (in[r] > 1)
      *o++ = -r;
  }
}
