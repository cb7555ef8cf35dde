// expect: verified
//--local_size=64 --num_groups=1
// A triangular system, column after column: one barrier a round, for the solved unknown is read by later threads only.

__kernel void forward_substitution(__global const float *lower, __global float *x, int n) {
  __requires(n == 64);
  const int lid = get_local_id(0);
  for (int j = 0; j < n; ++j) {
    if (lid == j)
      x[j] /= lower[j * n + j];
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (lid > j)
      x[lid] -= lower[lid * n + j] * x[j];
  }
}
