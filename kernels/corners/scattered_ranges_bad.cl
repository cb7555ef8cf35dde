// expect: race
//--local_size=64 --num_groups=4
// One of the cells that are read is written by the neighbour.
__kernel void cells(__global int *a) {
  const int i = get_global_id(0);
  int s = 0;
  s += a[40 * i + 41] + a[40 * i + 43] + a[40 * i + 46] + a[40 * i + 48] + a[40 * i + 52];
  s += a[40 * i + 54] + a[40 * i + 56] + a[40 * i + 60] + a[40 * i + 64] + a[40 * i + 69]; /*@race*/
  a[40 * i] = s;
  a[40 * i + 2] = s;
  a[40 * i + 5] = s;
  a[40 * i + 7] = s;
  a[40 * i + 11] = s;
  a[40 * i + 13] = s;
  a[40 * i + 16] = s; /*@race*/
  a[40 * i + 19] = s;
  a[40 * i + 23] = s;
  a[40 * i + 28] = s;
}
