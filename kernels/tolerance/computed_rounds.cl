// expect: verified
//--local_size=64 --num_groups=1 --tolerate=computed
// In each round all threads write the round's number.

__kernel void rounds(__global int *a, __global const int *b, int n) {
  for (int i = 0; i < n; ++i) {
    a[i] = i;
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
