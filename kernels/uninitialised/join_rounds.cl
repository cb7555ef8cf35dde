// expect: verified
//--local_size=8 --num_groups=1
// The twin of join_rounds_bad.cl.
kernel void join_rounds(global int *o, int n) {
  int last = n;
  for (int i = 0; i < n; ++i) {
    if (last != last)
      o[0] = get_local_id(0);
    last = i;
  }
}
