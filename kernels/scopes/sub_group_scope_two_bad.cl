// expect: race
//--local_size=16 --num_groups=1 --cl-std=CL2.0
// The twin of sub_group_scope.cl: a group has two sub-groups.
__attribute__((intel_reqd_sub_group_size(8)))
kernel void sub_group_scope_two_bad(global atomic_int *a) {
  atomic_fetch_add_explicit(a, 1, memory_order_relaxed, memory_scope_sub_group); /*@race*/
}
