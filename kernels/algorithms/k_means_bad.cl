// expect: race
//--local_size=64 --num_groups=16
// The sums of the new centres are added without atomics.

__kernel void k_means(__global const float *points, __global const int *label, __global float *sum, int n) {
  const int i = get_global_id(0);
  if (i < n)
    sum[label[i]] += points[i]; /*@race*/
}
