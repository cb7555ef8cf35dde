// COMMAND: verify
// ARGS: --local-size 2 --num-groups 1
// An element by the indices of its dimensions, and its bytes, where not all of it is meant.
struct pair {
  int first, second;
};
__kernel void rows(__global int *out) {
  __local struct pair a[2][3][4];
  if (get_local_id(0) == 0)
    a[1][2][3].second = 1;
  if (get_local_id(0) == 1)
    out[0] = a[1][2][3].second;
}
/* expected
rows.cl:12:25: error: possible write-read race on 'a[1][2][3]' (bytes 4..7)
   12 |     out[0] = a[1][2][3].second;
      |                         ^
rows.cl:10:23: note: write by the thread with local id 0 in group 0
   10 |     a[1][2][3].second = 1;
      |                       ^
rows.cl:12:25: note: read by the thread with local id 1 in group 0
note: no barrier orders the two accesses: a barrier between them, passed by all threads of the group, would
note: confirmed: an execution shows it (steps 5 and 7)
rows.cl: rows: race
exit status 1
*/
