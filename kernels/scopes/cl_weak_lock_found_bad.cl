// expect: race
//--local_size=8 --num_groups=4 --cl-std=CL2.0
// A weak compare-and-exchange has found the lock free, which does not say that it has taken it.
kernel void cl_weak_lock_found_bad(global atomic_int *lock, global int *sum) {
  if (get_local_id(0) == 0) {
    int found = 0;
    atomic_compare_exchange_weak_explicit(lock, &found, 1, memory_order_acquire, memory_order_relaxed,
                                          memory_scope_device);
    if (found == 0) {
      *sum += 1; /*@race*/
      atomic_store_explicit(lock, 0, memory_order_release, memory_scope_device);
    }
  }
}
