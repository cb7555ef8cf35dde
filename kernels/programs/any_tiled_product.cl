// expect: verified
// No launch in the file: any grid, and any block of TILE x TILE or not, which the kernel leaves at once if it does not fit.
#define TILE 16
__kernel void product(__global float *c, __global const float *a, __global const float *b, int n) {
  __local float s[TILE][TILE], t[TILE][TILE];
  if (get_local_size(0) != TILE || get_local_size(1) != TILE)
    return;
  int x = get_group_id(0) * TILE + get_local_id(0), y = get_group_id(1) * TILE + get_local_id(1);
  float sum = 0;
  for (int m = 0; m < n; m += TILE) {
    s[get_local_id(1)][get_local_id(0)] = y < n && m + get_local_id(0) < n ? a[y * n + m + get_local_id(0)] : 0;
    t[get_local_id(1)][get_local_id(0)] = x < n && m + get_local_id(1) < n ? b[(m + get_local_id(1)) * n + x] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; ++k)
      sum += s[get_local_id(1)][k] * t[k][get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE); // the tiles are overwritten
  }
  if (x < n && y < n)
    c[y * n + x] = sum;
}
