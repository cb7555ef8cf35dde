// COMMAND: verify
// ARGS: --local-size 64 --num-groups 1 --check-arrays b
// One on an array that is asked about is a violation, which no execution is looked for to show.
__kernel void check_arrays(__global int *a, __global int *b) {
  if (get_local_id(0) == 3)
    b[9] = 1;
  if (get_local_id(0) == 5)
    a[1] = b[9];
}
/* expected
check_arrays_bad.cl:8:12: error: possible write-read race on 'b[9]'
    8 |     a[1] = b[9];
      |            ^
check_arrays_bad.cl:6:10: note: write by the thread with local id 3 in group 0
    6 |     b[9] = 1;
      |          ^
check_arrays_bad.cl:8:12: note: read by the thread with local id 5 in group 0
note: no barrier orders the two accesses: a barrier between them, passed by all threads of the group, would
check_arrays_bad.cl: check_arrays: race
exit status 1
*/
