//--local_size=256 --num_groups=64
// paper
// What the paper's rules report of the indices of row.cl; see cost/gpudrano/analysis.h.
__kernel void rows(__global float *a, __global double *d, __global short *s, __global char *c, __global float4 *v,
                   __global int *index, int n, int w) {
  int t = get_local_id(0);
  a[t] = 1;
  a[255 - t] = 1;
  s[t] = 1;
  c[t] = 1;
  d[t] = 1; /*@paper*/
  v[t] = 1; /*@paper*/
  a[0] = 1;
  a[t + 1] = 1;
  a[t + 8] = 1;
  a[t + n] = 1;
  a[n - t] = 1;
  d[t + n] = 1; /*@paper*/
  c[t + n] = 1;
  a[2 * t] = 1; /*@paper*/
  a[3 * t] = 1; /*@paper*/
  a[8 * t] = 1; /*@paper*/
  a[16 * t] = 1; /*@paper*/
  a[32 * t] = 1; /*@paper*/
  a[w * t] = 1; /*@paper*/
  c[2 * t] = 1; /*@paper*/
  c[4 * t] = 1; /*@paper*/
  a[t / 2] = 1; /*@paper*/
  a[t % 16] = 1; /*@paper*/
  a[t / 32] = 1; /*@paper*/
  a[t / 4 * 4] = 1; /*@paper*/
  a[t / 4 * 4 + t % 4] = 1; /*@paper*/
  a[t ^ 1] = 1; /*@paper*/
  a[max(t - 1, 0)] = 1; /*@paper*/
  a[t * (t + 1) / 2] = 1; /*@paper*/
  if (t % 2)
    a[t] = 1;
  if (t < 16)
    a[t] = 1;
  if (t == 5)
    a[1000 * t] = 1;
  if (t < n)
    a[t] = 1;
  for (int k = 0; k < 16; k++)
    a[64 * t + k] = 1; /*@paper*/
  for (int k = 0; k < 16; k++)
    a[16 * t + k] = 1; /*@paper*/
  for (int i = t; i < n; i += 256)
    a[i] = 1; /*@paper*/
  for (int k = 0; k < t; k++)
    a[k] = 1; /*@paper*/
  for (int k = 0; k < t; k++)
    a[t - k] = 1; /*@paper*/
  int i = index[t];
  a[i] = 1; /*@paper*/
  a[i & 31] = 1; /*@paper*/
  int y = t < n ? 10 : 20;
  a[y] = 1; /*@paper*/
  if (n < 7)
    y = 10;
  else
    y = 20;
  a[y] = 1;
}
typedef struct { float x, y, z; } three;
typedef struct { float x, rest[7]; } eight;
typedef struct { uchar x, y, z; } small;
__kernel void fields(__global three *p, __global eight *q, __global small *r, __global float4 *v) {
  int t = get_local_id(0);
  p[t].y = 1; /*@paper*/
  q[t].x = 1; /*@paper*/
  r[t].x = 1;
  v[t].w = 1; /*@paper*/
  p[get_group_id(0)].x = 1;
}
