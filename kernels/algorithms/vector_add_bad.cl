// expect: race
//--local_size=256 --num_groups=64
// The guard clamps instead of returning: the threads beyond the end all write the last element.

__kernel void vector_add(__global const float *a, __global const float *b, __global float *c, int n) {
  const int i = get_global_id(0);
  const int k = i < n ? i : n - 1;
  c[k] = a[i] + b[i]; /*@race*/
}
