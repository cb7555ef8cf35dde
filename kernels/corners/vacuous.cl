// expect: verified
//--local_size=64 --num_groups=4
// Preconditions that can be met.

__kernel void vacuous(__global int *a, int n) {
  __requires(n > 5);
  __requires(n < 8);
  a[n * 256 + (int)get_global_id(0)] = n;
}
