// expect: verified
//--local_size=64 --num_groups=4 --check-bounds
// The size of a buffer is not known, but nothing lies in front of it.

__kernel void bounds_buffer(__global const int *in, __global int *out) {
  const int i = get_global_id(0);
  out[i] = i > 0 ? in[i] - in[i - 1] : in[0];
}
