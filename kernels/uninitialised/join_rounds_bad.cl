// expect: race
//--local_size=8 --num_groups=1
// The first round reads what no round has written yet, twice.
kernel void join_rounds(global int *o, int n) {
  int last;
  for (int i = 0; i < n; ++i) {
    if (last != last)
      o[0] = get_local_id(0); /*@race*/
    last = i;
  }
}
