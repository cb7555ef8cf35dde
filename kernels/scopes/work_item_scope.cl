// expect: verified
//--local_size=8 --num_groups=2
// Atomic for one thread only, each in a place of its own.

__kernel void work_item_scope(__global atomic_int *p) {
  atomic_fetch_add_explicit(p + get_global_id(0), 1, memory_order_relaxed, memory_scope_work_item);
}
