// COMMAND: verify
// ARGS: --local-size 64 --num-groups 1 --integers bv --tier pick --timeout 1 --no-replay
// A time-out is no answer.
__kernel void time_out(__global int *a, ulong n, ulong m) {
  ulong i = get_local_id(0);
  a[(i * n * m) ^ (i * i * (n + m))] = i;
}
/* expected
time_out.cl: time_out: unknown: no answer within 1 s (--timeout)
exit status 3
*/
