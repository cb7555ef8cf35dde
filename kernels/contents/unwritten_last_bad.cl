// expect: race
//--local_size=8 --num_groups=2
// The last one has not.
kernel void unwritten_last(global int *out, local int *a, int n) {
  int t = get_local_id(0);
  a[t] = n + t;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 9; ++i) {
    int x = a[i];
    if (x > 5 && a[i] != x && t + 1 == i)
      out[0] = t; /*@race*/
  }
}
