// COMMAND: verify
// ARGS: --local-size 64 --num-groups 1 --tier watchdog
// Nor is one of the lock-step tier alone.
__kernel void vacuous(__global int *a, int n) {
  __requires(n < 0);
  __requires(n > 0);
  a[0] = get_local_id(0);
}
/* expected
vacuous_watchdog.cl:7:8: warning: no thread reaches this write to 'a' under the kernel's assumptions: nothing is claimed for it
    7 |   a[0] = get_local_id(0);
      |        ^
vacuous_watchdog.cl: vacuous: error: vacuous: the kernel's assumptions contradict each other, no thread can reach the end; mend them or pass --allow-vacuous
exit status 2
*/
