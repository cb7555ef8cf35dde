// expect: verified
//--local_size=64 --num_groups=4
// An assertion in a loop holds in every round.

__kernel void assert_in_loop(__global int *a) {
  const int i = get_global_id(0);
  for (int k = 0; k < 7; ++k) {
    __assert(k + i < 262);
    a[7 * i + k] = k;
  }
}
