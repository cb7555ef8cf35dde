// expect: verified
//--local_size=1 --num_groups=1
// One thread races with nobody and diverges from nobody.

__kernel void single_thread(__global int *a, int n) {
  a[0] = 1;
  if (n > 3)
    barrier(CLK_GLOBAL_MEM_FENCE);
  a[n & 7] = a[0];
}
