// COMMAND: verify
// ARGS: --local-size 2 --num-groups 1 --values 63,*
__kernel void values(__global int *a, int n, __global int *b, float x) {
  if (n == 63 && get_local_id(0) == 0)
    a[5] = 1;
  if (get_local_id(0) == 1)
    b[0] = a[5] + x;
}
/* expected
values_bad.cl:7:12: error: possible write-read race on 'a[5]'
    7 |     b[0] = a[5] + x;
      |            ^
values_bad.cl:5:10: note: write by the thread with local id 0 in group 0
    5 |     a[5] = 1;
      |          ^
values_bad.cl:7:12: note: read by the thread with local id 1 in group 0
note: with n = 63
note: no barrier orders the two accesses: a barrier between them, passed by all threads of the group, would
note: confirmed: an execution shows it (steps 9 and 11)
values_bad.cl: values: race
exit status 1
*/
