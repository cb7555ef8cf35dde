// expect: race
//--local_size=4 --num_groups=1
// An index that nobody has written is any, in each thread.
kernel void k(global int *o) {
  local int x[4];
  int v = x[1] & 63;
  o[v] = get_local_id(0); /*@race*/
}
