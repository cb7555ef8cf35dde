// COMMAND: verify
// ARGS: --local-size 1 --num-groups 4
// Threads of different groups, which no barrier orders.
__kernel void grid(__global int *a, __global int *b) {
  if (get_group_id(0) == 1)
    a[0] = 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_group_id(0) == 2)
    b[0] = a[0];
}
/* expected
grid.cl:9:12: error: possible write-read race on 'a[0]'
    9 |     b[0] = a[0];
      |            ^
grid.cl:6:10: note: write by the thread with local id 0 in group 1
    6 |     a[0] = 1;
      |          ^
grid.cl:9:12: note: read by the thread with local id 0 in group 2
note: the threads are in different groups, which no group barrier orders: let each group access its own elements, or use atomics
note: confirmed: an execution shows it (steps 6 and 10)
grid.cl: grid: race
exit status 1
*/
