// expect: race
//--local_size=1 --num_groups=4
// Of each group one thread, chosen by local memory that nobody has written.
kernel void k(global int *o) {
  local int x[2];
  o[x[0] == 7 ? 0 : get_global_id(0) + 1] = get_group_id(0); /*@race*/
}
