// ARGS: --local-size 2 --num-groups 2
// One goal for each array, interval and kind of pair, each barrier that is in doubt, and each assertion.
__kernel void goals(__global int *a, int n) {
  __local int tile[2];
  tile[get_local_id(0)] = n;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = tile[1 - get_local_id(0)];
  if (get_local_id(0) <= n || n < 2)
    barrier(CLK_LOCAL_MEM_FENCE);
  if (n > 0)
    __assert(n >= 1);
}
/* expected
race:tile:group:0: proved
race:a:group:0: proved
race:a:grid:0: proved
divergence:2.0:group:1: proved
assert:4.0:4: proved
*/
