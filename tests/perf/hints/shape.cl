// Blocks whose rows are narrower than a sector.
//--local_size=[4,64] --num_groups=[64,4]

__kernel void copy(__global const float *a, __global float *out) {
  const int x = get_global_id(0), y = get_global_id(1);
  out[256 * y + x] = /*@hint shape*/
      a[256 * y + x]; /*@hint shape rows_32x8*/
}

// The shape is written into the kernel.
__kernel void fixed(__global const float *a, __global float *out) {
  const int x = get_group_id(0) * 4 + get_local_id(0), y = get_group_id(1) * 64 + get_local_id(1);
  out[256 * y + x] = a[256 * y + x];
}
