// expect: verified
//--local_size=1 --num_groups=2
// The twin of flag_scope_bad.cl with the device's scope.

__kernel void flag_scope(__global atomic_flag *f) {
  atomic_flag_test_and_set_explicit(f, memory_order_relaxed, memory_scope_device);
}
