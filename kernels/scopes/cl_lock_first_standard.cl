// expect: verified
//--local_size=8 --num_groups=1
// OpenCL 1: a lock in local memory, and fences of the work-group.
kernel void cl_lock_first_standard(global int *out) {
  local int lock, sum;
  if (get_local_id(0) == 0)
    lock = sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int todo = 1; todo;)
    if (atomic_cmpxchg(&lock, 0, 1) == 0) {
      mem_fence(CLK_LOCAL_MEM_FENCE);
      sum += get_local_id(0);
      mem_fence(CLK_LOCAL_MEM_FENCE);
      atomic_xchg(&lock, 0);
      todo = 0;
    }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0)
    out[get_group_id(0)] = sum;
}
