// COMMAND: verify
// ARGS: --local-size 64 --num-groups 1
// A place that no thread reaches under the assumptions is told of.
__kernel void partly_vacuous(__global int *a, int n) {
  __requires(n < 0);
  if (n > 0)
    a[0] = get_local_id(0);
}
/* expected
partly_vacuous.cl:7:10: warning: no thread reaches this write to 'a' under the kernel's assumptions: nothing is claimed for it
    7 |     a[0] = get_local_id(0);
      |          ^
partly_vacuous.cl: partly_vacuous: verified
*/
