// expect: verified
//--local_size=8 --num_groups=1
// The twin of renewed_in_short_loop_bad.cl: the local lives through all rounds, so the second reads what the first has stored.
kernel void renewed_in_short_loop(global int *o, int n) {
  int flag = 0;
  uint x;
  for (int i = 0; i < 3; ++i) {
    uchar b = ((uchar *)&x)[n & 3];
    if (i == 1 && b == 9)
      flag = i + flag * 3;
    ((uchar *)&x)[n & 3] = 5;
  }
  if (flag)
    o[0] = get_local_id(0);
}
