// expect: race
//--local_size=64 --num_groups=4 --std=CL2.0
// The twin of cl_block_lock.cl: no group has a work-item 64.
kernel void cl_block_lock_absent_leader_bad(global atomic_int *lock, global int *sums) {
  if (get_local_id(0) == 64)
    while (atomic_exchange(lock, 1) != 0)
      ;
  barrier(CLK_GLOBAL_MEM_FENCE);
  sums[get_local_id(0)] += 1; /*@race*/
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_local_id(0) == 64)
    atomic_store(lock, 0);
}
