// COMMAND: verify
// ARGS: --local-size * --num-groups *
// What a proof rests on.
__kernel void assumptions(__global int *a, int n) {
  for (int i = get_global_id(0) * n; i < (get_global_id(0) + 1) * n; ++i)
    a[get_global_id(0)] += i;
}
/* expected
assumptions.cl: assumptions: verified
  assuming that a launch has fewer than 2147483648 threads in each dimension (--any-launch drops this)
  assuming that free sizes are at most 1024 threads in a dimension of a group, and 2147483647 x 65535 x 65535 groups
  assuming that signed integer arithmetic does not overflow (undefined in the source language)
*/
