// expect: verified
//--local_size=64 --num_groups=4
// A flag of C11 atomics: set and cleared by everybody.

__kernel void flag(volatile __global atomic_flag *f, __global int *out) {
  const int i = get_global_id(0);
  out[i] = atomic_flag_test_and_set(f);
  atomic_flag_clear(f);
}
