// expect: race
//--local_size=64 --num_groups=1
// The thread of the solved unknown changes it while the others read it.

__kernel void forward_substitution(__global const float *lower, __global float *x, int n) {
  __requires(n == 64);
  const int lid = get_local_id(0);
  for (int j = 0; j < n; ++j) {
    if (lid == j)
      x[j] /= lower[j * n + j];
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (lid >= j)
      x[lid] -= lower[lid * n + j] * x[j]; /*@race*/
  }
}
