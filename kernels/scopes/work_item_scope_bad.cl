// expect: race
//--local_size=8 --num_groups=1
// Atomic for one thread only: another of the group meets it.

__kernel void work_item_scope_bad(__global atomic_int *p) {
  atomic_fetch_add_explicit(p + get_global_id(0) / 2, 1, memory_order_relaxed, memory_scope_work_item); /*@race*/
}
