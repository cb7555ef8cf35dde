// expect: race
//--local_size=64 --num_groups=1 --tolerate=computed
// In each round all threads write a sum of what all have read from the same places.

__kernel void rounds(__global int *a, __global const int *b, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += b[i];
    a[i] = sum; /*@race*/
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
