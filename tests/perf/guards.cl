//--local_size=64 --num_groups=4
// Guards that let one lane in, or few: what lanes share decides which, and not how many.
__kernel void guards(__global float *a, __global float *b, int n, int m, int k) {
  int i = get_global_id(0), t = get_local_id(0);
  if (i == n - 1)
    a[32 * i] = 1; /*@sectors 1*/ /*@lines 1*/
  if (t % 32 == k)
    a[32 * t] = 1; /*@sectors 1*/
  if ((t & 31) == 0)
    a[32 * t] = 1; /*@sectors 1*/
  if (t / 2 == k)
    a[32 * t] = 1; /*@sectors 2*/
  if (!(i != m))
    a[32 * i + n] = 1; /*@sectors 1*/
  if (i == n && t < 7)
    a[32 * i] = 1; /*@sectors 1*/
  if (t < n)
    a[32 * t] = 1; /*@sectors 32*/
  if (t != n)
    a[32 * t] = 1; /*@sectors 32*/
}

__kernel void rounds(__global float *a, __global float *b, int n) {
  int t = get_local_id(0);
  for (int i = t; i < 4; i += get_local_size(0))
    a[i * 32] = 1; /*@sectors 4*/
  for (int i = t; i > 0; i -= 30)
    b[8 * t] = 1; /*@sectors 31..32*/
}
