// expect: race
//--local_size=[16,16] --num_groups=[4,8]
// The result has the pitch of the input.

__kernel void transpose(__global const float *in, __global float *out) {
  const int x = get_global_id(0), y = get_global_id(1);
  const int w = get_global_size(0);
  out[x * w + y] = in[y * w + x]; /*@race*/
}
