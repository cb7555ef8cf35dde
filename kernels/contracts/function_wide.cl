// expect: verified
//--local_size=64 --num_groups=4
// An invariant of each loop of the function.
kernel void k(global int *a, int n) {
  for (int i = 0; i < n; ++i)
    a[get_global_id(0)] = i;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      a[get_global_id(0)] = i + j;
  __function_wide_invariant(__write_implies(a, __write_offset_bytes(a) / sizeof(int) == get_global_id(0)));
}
