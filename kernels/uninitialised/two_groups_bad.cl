// expect: race
//--local_size=1 --num_groups=4
// Two groups' local memories are different memories: both may hold the group's own number.
kernel void k(global int *o) {
  local int x[4];
  int v = x[0];
  if (v == (int)get_group_id(0))
    o[0] = v; /*@race*/
}
