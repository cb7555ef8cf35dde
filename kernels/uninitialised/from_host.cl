// expect: verified
//--local_size=4 --num_groups=1
// Global memory is the host's: one value for all threads.
kernel void k(global const int *p) {
  int n = p[0];
  for (int i = 0; i < n; i++)
    barrier(CLK_LOCAL_MEM_FENCE);
}
