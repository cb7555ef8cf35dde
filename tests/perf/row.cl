//--local_size=256 --num_groups=64
// Indices of the threads of one row, with what a warp's request touches: sectors of 32 bytes, lines of 128.
__kernel void rows(__global float *a, __global double *d, __global short *s, __global char *c, __global float4 *v,
                   __global int *index, int n, int w) {
  int t = get_local_id(0);
  a[t] = 1; /*@sectors 4*/ /*@lines 1*/
  a[255 - t] = 1; /*@sectors 4*/ /*@lines 1*/
  s[t] = 1; /*@sectors 2*/ /*@lines 1*/
  c[t] = 1; /*@sectors 1*/ /*@lines 1*/
  d[t] = 1; /*@sectors 8*/ /*@lines 2*/
  v[t] = 1; /*@sectors 16*/ /*@lines 4*/
  a[0] = 1; /*@sectors 1*/ /*@lines 1*/
  a[t + 1] = 1; /*@sectors 5*/ /*@lines 2*/
  a[t + 8] = 1; /*@sectors 4*/ /*@lines 2*/
  a[t + n] = 1; /*@sectors 4..5*/ /*@lines 1..2*/
  a[n - t] = 1; /*@sectors 4..5*/ /*@lines 1..2*/
  d[t + n] = 1; /*@sectors 8..9*/ /*@lines 2..3*/
  c[t + n] = 1; /*@sectors 1..2*/ /*@lines 1..2*/
  a[2 * t] = 1; /*@sectors 8*/ /*@lines 2*/
  a[3 * t] = 1; /*@sectors 12*/ /*@lines 3*/
  a[8 * t] = 1; /*@sectors 32*/ /*@lines 8*/
  a[16 * t] = 1; /*@sectors 32*/ /*@lines 16*/
  a[32 * t] = 1; /*@sectors 32*/ /*@lines 32*/
  a[w * t] = 1; /*@sectors 1..32*/ /*@lines 1..32*/
  c[2 * t] = 1; /*@sectors 2*/ /*@lines 1*/
  c[4 * t] = 1; /*@sectors 4*/ /*@lines 1*/
  a[t / 2] = 1; /*@sectors 2*/ /*@lines 1*/
  a[t % 16] = 1; /*@sectors 2*/ /*@lines 1*/
  a[t / 32] = 1; /*@sectors 1*/ /*@lines 1*/
  a[t / 4 * 4] = 1; /*@sectors 4*/ /*@lines 1*/
  a[t / 4 * 4 + t % 4] = 1; /*@sectors 4*/ /*@lines 1*/
  a[t ^ 1] = 1; /*@sectors 4*/ /*@lines 1*/
  a[max(t - 1, 0)] = 1; /*@sectors 4..5*/ /*@lines 1..2*/
  a[t * (t + 1) / 2] = 1; /*@sectors 28..32*/ /*@lines 16..32*/
  if (t % 2)
    a[t] = 1; /*@sectors 4*/ /*@lines 1*/
  if (t < 16)
    a[t] = 1; /*@sectors 2*/ /*@lines 1*/
  if (t == 5)
    a[1000 * t] = 1; /*@sectors 1*/ /*@lines 1*/
  if (t < n)
    a[t] = 1; /*@sectors 4*/ /*@lines 1*/
  for (int k = 0; k < 16; k++)
    a[64 * t + k] = 1; /*@sectors 32*/ /*@lines 32*/
  for (int k = 0; k < 16; k++)
    a[16 * t + k] = 1; /*@sectors 32*/ /*@lines 16*/
  for (int i = t; i < n; i += 256)
    a[i] = 1; /*@sectors 4*/ /*@lines 1*/
  for (int k = 0; k < t; k++)
    a[k] = 1; /*@sectors 1*/ /*@lines 1*/
  for (int k = 0; k < t; k++)
    a[t - k] = 1; /*@sectors 4..5*/ /*@lines 1..2*/
  int i = index[t]; /*@sectors 4*/
  a[i] = 1; /*@sectors 1..32*/ /*@lines 1..32*/
  a[i & 31] = 1; /*@sectors 1..4*/ /*@lines 1*/
}
typedef struct { float x, y, z; } three;
typedef struct { float x, rest[7]; } eight;
__kernel void fields(__global three *p, __global eight *q, __global uchar *r) {
  int t = get_local_id(0);
  p[t].y = 1; /*@sectors 12*/ /*@lines 3*/
  q[t].x = 1; /*@sectors 32*/ /*@lines 8*/
  r[3 * t] = 1; /*@sectors 3*/ /*@lines 1..2*/
}
