// expect: race
//--local_size=8 --num_groups=1
// A short loop through a local that each round declares anew: what the round before has stored is gone, so b may be 9.
kernel void renewed_in_short_loop(global int *o, int n) {
  int flag = 0;
  for (int i = 0; i < 3; ++i) {
    uint x;
    uchar b = ((uchar *)&x)[n & 3];
    if (i == 1 && b == 9)
      flag = i + flag * 3;
    ((uchar *)&x)[n & 3] = 5;
  }
  if (flag)
    o[0] = get_local_id(0);
}
