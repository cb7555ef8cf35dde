// expect: race
//--local_size=64 --num_groups=4
// Read as a plain int while it is set.

__kernel void flag(volatile __global atomic_flag *f, __global int *out) {
  const int i = get_global_id(0);
  atomic_flag_test_and_set(f); /*@race*/
  out[i] = ((volatile __global int *)f)[0]; /*@race*/
}
