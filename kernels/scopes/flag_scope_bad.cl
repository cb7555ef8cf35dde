// expect: race
//--local_size=1 --num_groups=2
// A flag that is set with the scope of a group, by two groups.

__kernel void flag_scope_bad(__global atomic_flag *f) {
  atomic_flag_test_and_set_explicit(f, memory_order_relaxed, memory_scope_work_group); /*@race*/
}
