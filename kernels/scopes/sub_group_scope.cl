// expect: verified
//--local_size=8 --num_groups=1 --cl-std=CL2.0
// The kernel asks for sub-groups of eight, and a group has no more work-items.
__attribute__((intel_reqd_sub_group_size(8)))
kernel void sub_group_scope(global atomic_int *a) {
  atomic_fetch_add_explicit(a, 1, memory_order_relaxed, memory_scope_sub_group);
}
