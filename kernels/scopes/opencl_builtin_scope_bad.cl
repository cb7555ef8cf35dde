// expect: race
//--local_size=8 --num_groups=2
// The builtin that headers make atomic_fetch_add_explicit of, with the scope of a group.

__kernel void opencl_builtin_scope_bad(__global atomic_int *p) {
  __opencl_atomic_fetch_add(p, 1, memory_order_relaxed, memory_scope_work_group); /*@race*/
}
