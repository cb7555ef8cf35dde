// expect: race
//--local_size=8 --num_groups=1 --cl-std=CL2.0
// How many work-items a sub-group has is the device's affair (1, 8, 16, ...): the scope may not cover the other one.
kernel void sub_group_scope_bad(global atomic_int *a) {
  atomic_fetch_add_explicit(a, 1, memory_order_relaxed, memory_scope_sub_group); /*@race*/
}
