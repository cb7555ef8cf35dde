// expect: verified
//--local_size=64 --num_groups=4 --std=CL2.0
// The last work-item takes the lock for its group.
kernel void cl_block_lock(global atomic_int *lock, global int *sums) {
  if (get_local_id(0) == 63)
    while (atomic_exchange(lock, 1) != 0)
      ;
  barrier(CLK_GLOBAL_MEM_FENCE);
  sums[get_local_id(0)] += 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_local_id(0) == 63)
    atomic_store(lock, 0);
}
