// expect: bounds
//--local_size=64 --num_groups=4 --check-bounds
// The first thread reads in front of the buffer.

__kernel void bounds_buffer(__global const int *in, __global int *out) {
  const int i = get_global_id(0);
  out[i] = in[i] - in[i - 1]; /*@bounds*/
}
