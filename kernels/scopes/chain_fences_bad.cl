// expect: race
//--local_size=2 --num_groups=3 --cl-std=CL2.0
// A holder whose releasing fence stands before its acquiring one hands on nothing.
#define BOTH (CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
kernel void chain_fences_bad(global atomic_int *lock, global int *sum) {
  if (get_local_id(0) == 0) {
    while (atomic_exchange_explicit(lock, 1, memory_order_relaxed, memory_scope_device) != 0)
      ;
    atomic_work_item_fence(BOTH, memory_order_release, memory_scope_device);
    atomic_work_item_fence(BOTH, memory_order_acquire, memory_scope_device);
    if (get_group_id(0) != 1) {
      *sum += 1; /*@race*/
      atomic_work_item_fence(BOTH, memory_order_release, memory_scope_device);
    }
    atomic_store_explicit(lock, 0, memory_order_relaxed, memory_scope_device);
  }
}
