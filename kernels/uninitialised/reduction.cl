// expect: verified
//--local_size=4 --num_groups=1
// The sum of a reduction decides how often all threads go round.
kernel void k(global const int *p) {
  local int x[4];
  int l = get_local_id(0);
  x[l] = p[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 2; s > 0; s /= 2) {
    if (l < s)
      x[l] += x[l + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < x[0]; i++)
    barrier(CLK_LOCAL_MEM_FENCE);
}
