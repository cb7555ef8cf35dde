// expect: verified
//--local_size=1 --num_groups=4
// What a group reads of its local memory has been written by it.
kernel void k(global int *o) {
  local int x[4];
  x[0] = get_group_id(0) + 1;
  int v = x[0];
  if (v == (int)get_group_id(0))
    o[0] = get_group_id(0);
}
