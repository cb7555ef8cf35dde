// expect: verified
//--local_size=128 --num_groups=16
// Dot product: a grid-stride sum, a tree in local memory, one result a group.

__kernel void dot_product(__global const float *x, __global const float *y, __global float *partial, int n) {
  __local float sums[128];
  const int lid = get_local_id(0);
  float sum = 0.0f;
  for (int i = get_global_id(0); i < n; i += 128 * 16)
    sum += x[i] * y[i];
  sums[lid] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 64; s > 0; s >>= 1) {
    if (lid < s)
      sums[lid] += sums[lid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0)
    partial[get_group_id(0)] = sums[0];
}
