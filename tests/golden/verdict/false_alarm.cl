// COMMAND: verify
// ARGS: --local-size 2 --num-groups 1
// Behind the barrier b may hold anything, for all that the proof knows; that no execution shows the race is told.
__kernel void false_alarm(__global int *a, __global int *b) {
  int lid = get_local_id(0);
  b[lid ^ 1] = lid ^ 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (lid == 0 && b[0] == 1)
    a[0] = 1;
  if (lid == 1)
    b[1] = a[0];
}
/* expected
false_alarm.cl:11:12: error: possible write-read race on 'a[0]'
   11 |     b[1] = a[0];
      |            ^
false_alarm.cl:9:10: note: write by the thread with local id 0 in group 0
    9 |     a[0] = 1;
      |          ^
false_alarm.cl:11:12: note: read by the thread with local id 1 in group 0
note: no barrier orders the two accesses: a barrier between them, passed by all threads of the group, would
note: not reproduced: no execution that was tried shows it (400 executions)
note: may be a false alarm: the state behind a barrier is any that the facts known there allow
false_alarm.cl: false_alarm: race
exit status 1
*/
