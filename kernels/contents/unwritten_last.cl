// expect: verified
//--local_size=8 --num_groups=2
// All cells that are read have been written, though the array has more.
kernel void unwritten_last(global int *out, local int *a, int n) {
  int t = get_local_id(0);
  a[t] = n + t;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 8; ++i) {
    int x = a[i];
    if (x > 5 && a[t] != x && t == i)
      out[0] = t;
  }
}
