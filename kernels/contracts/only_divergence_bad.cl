// expect: divergence
//--local_size=64 --num_groups=4 --only-divergence
// Twin: not all threads come to the barrier.
kernel void k(global int *a, int n) {
  if (get_local_id(0) > n)
    barrier(CLK_GLOBAL_MEM_FENCE); /*@divergence*/
  a[0] = get_local_id(0);
}
