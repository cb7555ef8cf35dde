// expect: race
//--local_size=8 --num_groups=2
// The twin of work_group_scope.cl whose groups share a place.

__kernel void work_group_scope_bad(__global atomic_int *p) {
  int expected = 0;
  atomic_compare_exchange_strong_explicit(p, &expected, 1, memory_order_relaxed, memory_order_relaxed, /*@race*/
                                          memory_scope_work_group);
}
