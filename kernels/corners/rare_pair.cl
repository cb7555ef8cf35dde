// expect: verified
//--local_size=1024 --num_groups=1
// Rows one group long: columns never meet.

__kernel void rare_pair(__global int *a, int rows) {
  const int lid = get_local_id(0);
  for (int r = 0; r < rows; ++r)
    a[1024 * r + lid] = lid;
}
