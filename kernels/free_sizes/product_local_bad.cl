// expect: race
//--local_size=[*,*] --num_groups=[*,*]
// Nothing waits until the tiles have been read.
__kernel void product(__global float *c, __global const float *a, __global const float *b, int n, __local float *s,
                      __local float *t) {
  int lx = get_local_id(0), ly = get_local_id(1), tile = get_local_size(0);
  int x = get_global_id(0), y = get_global_id(1);
  if (get_local_size(1) != tile)
    return;
  float sum = 0;
  for (int m = 0; m < n; m += tile) {
    s[ly * tile + lx] = y < n && m + lx < n ? a[y * n + m + lx] : 0;
    t[ly * tile + lx] = x < n && m + ly < n ? b[(m + ly) * n + x] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < tile; ++k)
      sum += s[ly * tile + k] * t[k * tile + lx];
  }
  if (x < n && y < n)
    c[y * n + x] = sum;
}
