// expect: verified
//--local_size=8 --num_groups=2
// The twin of join_two_reads_bad.cl: x is written on both ways.
kernel void join_two_reads(global int *o, int n) {
  int x;
  if (n > 3)
    x = 5;
  else
    x = n;
  if (x == 7 && x == 8)
    o[0] = get_local_id(0);
}
