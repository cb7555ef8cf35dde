// expect: race
//--local_size=8 --num_groups=1 --cl-std=CL2.0
// In OpenCL a lock in local memory orders nothing of global memory by its atomics alone.
kernel void local_lock_global_data(global int *sum) {
  local atomic_int lock;
  if (get_local_id(0) == 0)
    atomic_init(&lock, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  while (atomic_exchange_explicit(&lock, 1, memory_order_acquire, memory_scope_work_group))
    ;
  sum[0]++;
  atomic_store_explicit(&lock, 0, memory_order_release, memory_scope_work_group);
}
