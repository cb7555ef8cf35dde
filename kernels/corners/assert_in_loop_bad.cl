// expect: assertion
//--local_size=64 --num_groups=4
// It fails in the last round of the last thread.

__kernel void assert_in_loop(__global int *a) {
  const int i = get_global_id(0);
  for (int k = 0; k < 7; ++k) {
    __assert(k + i < 261); /*@assert*/
    a[7 * i + k] = k;
  }
}
