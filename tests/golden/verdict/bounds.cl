// COMMAND: verify
// ARGS: --local-size 64 --num-groups 1 --check-bounds
__kernel void bounds(__global int *a) {
  __local int tile[64];
  tile[get_local_id(0) + (get_local_id(0) == 63)] = 1;
  a[get_local_id(0)] = tile[get_local_id(0)];
}
/* expected
bounds.cl:5:51: error: this assertion might not hold: access outside 'tile' (64 elements)
    5 |   tile[get_local_id(0) + (get_local_id(0) == 63)] = 1;
      |                                                   ^
bounds.cl:5:51: note: fails the assertion by the thread with local id 63 in group 0
note: confirmed: an execution shows it (steps 127 and 127)
bounds.cl: bounds: bounds
exit status 1
*/
