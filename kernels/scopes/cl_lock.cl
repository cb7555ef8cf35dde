// expect: verified
//--local_size=8 --num_groups=4 --cl-std=CL2.0
// OpenCL 2: atomics with orders and scopes.
kernel void cl_lock(global atomic_int *lock, global int *sum) {
  if (get_local_id(0) == 0) {
    while (atomic_exchange_explicit(lock, 1, memory_order_acquire, memory_scope_device) != 0)
      ;
    *sum += 1;
    atomic_store_explicit(lock, 0, memory_order_release, memory_scope_device);
  }
}
