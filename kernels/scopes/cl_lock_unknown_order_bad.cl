// expect: race
//--local_size=8 --num_groups=4 --cl-std=CL2.0
// The order of the release is not known: it may be relaxed.
kernel void cl_lock_unknown_order_bad(global atomic_int *lock, global int *sum, int order) {
  if (get_local_id(0) == 0) {
    while (atomic_exchange_explicit(lock, 1, memory_order_acquire, memory_scope_device) != 0)
      ;
    *sum += 1; /*@race*/
    atomic_store_explicit(lock, 0, (memory_order)order, memory_scope_device);
  }
}
