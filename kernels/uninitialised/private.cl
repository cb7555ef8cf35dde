// expect: verified
//--local_size=4 --num_groups=1
// Private memory that has been written.
kernel void k(global int *o, int n) {
  int x[4];
  for (int i = 0; i < 4; i++)
    x[i] = get_local_id(0) + i;
  int v = x[n & 3], w = x[n & 3];
  if (v != w)
    o[0] = get_local_id(0);
}
