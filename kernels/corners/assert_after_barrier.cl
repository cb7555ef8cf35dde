// expect: verified
//--local_size=64 --num_groups=4
// Private values survive a barrier.

__kernel void after_barrier(__global int *a, int n) {
  const int lid = get_local_id(0);
  const int twice = 2 * lid;
  a[get_global_id(0)] = n;
  barrier(CLK_GLOBAL_MEM_FENCE);
  __assert(twice - lid == lid);
}
