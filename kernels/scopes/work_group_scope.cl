// expect: verified
//--local_size=8 --num_groups=2
// Local memory is of one group, so a group's scope covers all that reach it; global memory by group.

__kernel void work_group_scope(__global atomic_int *p, __local atomic_int *q, __global int *out) {
  atomic_fetch_add_explicit(q, 1, memory_order_relaxed, memory_scope_work_group);
  atomic_fetch_max_explicit(p + get_group_id(0), (int)get_local_id(0), memory_order_relaxed, memory_scope_work_group);
  int expected = 0;
  atomic_compare_exchange_strong_explicit(p + get_group_id(0), &expected, 1, memory_order_relaxed, memory_order_relaxed,
                                          memory_scope_work_group);
  out[get_global_id(0)] = atomic_load_explicit(q, memory_order_relaxed, memory_scope_work_group);
}
