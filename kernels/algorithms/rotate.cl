// expect: verified
//--local_size=64 --num_groups=16
// Rotation by a free distance into another array.

__kernel void rotate_by(__global const int *in, __global int *out, int k) {
  __requires(0 <= k && k < 1024);
  const int i = get_global_id(0);
  out[(i + k) % 1024] = in[i];
}
