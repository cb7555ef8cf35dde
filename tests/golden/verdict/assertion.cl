// COMMAND: verify
// ARGS: --local-size 64 --num-groups 1
__kernel void assertion(__global int *a, int n) {
  __requires(n == 4);
  a[get_local_id(0)] = n;
  __assert(get_local_id(0) + n < 67);
}
/* expected
assertion.cl:6:3: error: this assertion might not hold: get_local_id(0) + n < 67
    6 |   __assert(get_local_id(0) + n < 67);
      |   ^
assertion.cl:6:3: note: the thread with local id 63 in group 0 fails the assertion
note: with n = 4
note: confirmed: an execution shows it (steps 255 and 255)
assertion.cl: assertion: assertion
exit status 1
*/
