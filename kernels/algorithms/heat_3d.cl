// expect: verified
//--local_size=[8,8,4] --num_groups=[4,4,8]
// Heat flow in 32 x 32 x 32, interior only.

__kernel void heat(__global const float *in, __global float *out) {
  const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  const int i = (z * 32 + y) * 32 + x;
  if (x == 0 || y == 0 || z == 0 || x == 31 || y == 31 || z == 31) {
    out[i] = in[i];
    return;
  }
  out[i] = in[i] + 0.1f * (in[i - 1] + in[i + 1] + in[i - 32] + in[i + 32] + in[i - 1024] + in[i + 1024] - 6.0f * in[i]);
}
