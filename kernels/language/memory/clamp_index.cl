// expect: verified
//--local_size=64 --num_groups=4
// Border handling by clamp; the input is only read.

__kernel void clamp_index(__global const int *in, __global int *out) {
  const int i = get_global_id(0);
  const int n = get_global_size(0);
  out[i] = in[clamp(i - 1, 0, n - 1)] + in[clamp(i + 1, 0, n - 1)];
}
