// expect: unsupported
//--local_size=8 --num_groups=2
// A scope that is known at run time only.

__kernel void unknown_scope(__global atomic_int *p, int scope) {
  atomic_fetch_add_explicit(p, 1, memory_order_relaxed, scope); /*@unsupported*/
}
