// expect: verified
//--local_size=64 --num_groups=4
// Each thread writes ten cells of its row that do not adjoin, and reads of its neighbour's row only cells between them:
// the places from the first to the last are not enough to know.
__kernel void cells(__global int *a) {
  const int i = get_global_id(0);
  int s = 0;
  s += a[40 * i + 41] + a[40 * i + 43] + a[40 * i + 46] + a[40 * i + 48] + a[40 * i + 52];
  s += a[40 * i + 54] + a[40 * i + 57] + a[40 * i + 60] + a[40 * i + 64] + a[40 * i + 69];
  a[40 * i] = s;
  a[40 * i + 2] = s;
  a[40 * i + 5] = s;
  a[40 * i + 7] = s;
  a[40 * i + 11] = s;
  a[40 * i + 13] = s;
  a[40 * i + 16] = s;
  a[40 * i + 19] = s;
  a[40 * i + 23] = s;
  a[40 * i + 28] = s;
}
