// expect: race
//--local_size=8 --num_groups=4
// mem_fence is the work-group's: it orders nothing for others.
kernel void cl_groups_fence_bad(global int *lock, global int *sum) {
  if (get_local_id(0) == 0) {
    while (atomic_cmpxchg(lock, 0, 1) != 0)
      ;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    *sum += 1; /*@race*/
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    atomic_xchg(lock, 0);
  }
}
