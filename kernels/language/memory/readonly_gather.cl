// expect: verified
//--local_size=64 --num_groups=4
// Arrays that are only read may be read anywhere, through any computed index.

__kernel void readonly_gather(__global const int *index, __global const int *in, __global int *out, int k) {
  const int i = get_global_id(0);
  out[i] = in[index[index[i] * k]];
}
