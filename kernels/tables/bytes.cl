// expect: verified
//--local_size=8 --num_groups=1
// Tables of bytes and of longs, with negative entries.
__constant char offset[8] = {-4, -3, -2, -1, 0, 1, 2, 3};
__constant long wide[8] = {7, 6, 5, 4, 3, 2, 1, 0};
__kernel void bytes(__global int *g) {
  const int t = get_local_id(0);
  g[4 + offset[t]] = t;
  g[8 + wide[t]] = t;
}
