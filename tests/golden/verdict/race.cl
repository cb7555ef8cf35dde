// COMMAND: verify
// ARGS: --local-size 64 --num-groups 1
// A race has two places. (Threads, cell and parameter are forced here: the text is one for all solvers.)
__kernel void race(__global int *a, __global int *b, int n) {
  if (get_local_id(0) == 3 && n == 7)
    a[n] = 1;
  if (get_local_id(0) == 5)
    b[0] = a[7];
}
/* expected
race.cl:8:12: error: possible write-read race on 'a[7]'
    8 |     b[0] = a[7];
      |            ^
race.cl:6:10: note: write by the thread with local id 3 in group 0
    6 |     a[n] = 1;
      |          ^
race.cl:8:12: note: read by the thread with local id 5 in group 0
note: with n = 7
note: no barrier orders the two accesses: a barrier between them, passed by all threads of the group, would
note: confirmed: an execution shows it (steps 192 and 194)
race.cl: race: race
exit status 1
*/
