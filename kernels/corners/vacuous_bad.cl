// expect: error
//--local_size=64 --num_groups=4
// Preconditions that contradict each other: everything would follow from them, so nothing is claimed.

__kernel void vacuous(__global int *a, int n) {
  __requires(n > 5);
  __requires(n < 3);
  a[n] = get_global_id(0);
}
