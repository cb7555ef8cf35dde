// expect: race
//--local_size=4 --num_groups=1
// Two readings of private memory that nobody has written need not agree.
kernel void k(global int *o, int n) {
  int x[4];
  int v = x[n & 3], w = x[n & 3];
  if (v != w)
    o[0] = get_local_id(0); /*@race*/
}
