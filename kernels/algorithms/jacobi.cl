// expect: verified
//--local_size=[16,16] --num_groups=[8,8]
// One Jacobi step on the interior of a grid of 128 x 128, from one array to another.

__kernel void jacobi(__global const float *in, __global float *out) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x > 0 && x < 127 && y > 0 && y < 127)
    out[y * 128 + x] = 0.25f * (in[y * 128 + x - 1] + in[y * 128 + x + 1] + in[(y - 1) * 128 + x] + in[(y + 1) * 128 + x]);
}
