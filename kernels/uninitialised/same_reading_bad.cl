// expect: race
//--local_size=4 --num_groups=1
// Two readings of a cell that nobody has written need not agree.
kernel void k(global int *o) {
  local int x[4];
  int v = x[1], w = x[1];
  if (v != w)
    o[0] = get_local_id(0); /*@race*/
}
