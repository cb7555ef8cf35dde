// expect: race
//--local_size=8 --num_groups=2
// On one of the ways nobody writes x: each of its readings may give anything.
kernel void join_two_reads(global int *o, int n) {
  int x;
  if (n > 3)
    x = 5;
  if (x == 7 && x == 8)
    o[0] = get_local_id(0); /*@race*/
}
