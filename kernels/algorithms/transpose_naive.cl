// expect: verified
//--local_size=[16,16] --num_groups=[4,8]
// Transposition of a matrix that is 64 wide and 128 high.

__kernel void transpose(__global const float *in, __global float *out) {
  const int x = get_global_id(0), y = get_global_id(1);
  const int w = get_global_size(0), h = get_global_size(1);
  out[x * h + y] = in[y * w + x];
}
