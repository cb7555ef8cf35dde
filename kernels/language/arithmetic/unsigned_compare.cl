// expect: verified
//--local_size=64 --num_groups=4
// The usual trick: one unsigned comparison for a range check of both ends.

__kernel void unsigned_compare(__global int *a) {
  const int i = (int)get_global_id(0) - 8;
  if ((uint)i < 240u)
    a[i] = a[i] + 1;
  if (i == -3)
    a[255] = 0;
}
