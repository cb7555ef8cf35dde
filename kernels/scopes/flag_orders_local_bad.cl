// expect: race
//--local_size=8 --num_groups=1 --cl-std=CL2.0
// In OpenCL an atomic orders accesses to its own address space only.
kernel void flag_orders_local(global atomic_int *ready, global int *out, local int *data) {
  if (get_local_id(0) == 0) {
    *data = 5;
    atomic_store_explicit(ready, 1, memory_order_release, memory_scope_work_group);
  }
  if (get_local_id(0) == 1) {
    while (atomic_load_explicit(ready, memory_order_acquire, memory_scope_work_group) == 0)
      ;
    *out = *data;
  }
}
